# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The number of values given for the number of checkpoints.
#
# How many checkpoints are best, and how many values are then kept, are two questions. Here the first one
# was asked.

# %%
tradeoff["best"] = '2 sqrt(m)'
