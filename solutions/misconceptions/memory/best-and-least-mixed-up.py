# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The number of values is given instead of the number of checkpoints.
#
# How many checkpoints are best, and how many values are then kept, are two questions. This blank
# asks the first.

# %%
tradeoff["best"] = '2 sqrt(m)'
