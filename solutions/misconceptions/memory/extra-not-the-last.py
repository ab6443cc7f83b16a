# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The last checkpoint is not counted as running again.
#
# One can do without a checkpoint around the last layers, and then this is right. Here all c parts
# are checkpoints, and each of them has thrown its values away.

# %%
tradeoff["extra"] = 'm - m/c'
