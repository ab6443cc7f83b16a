# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The last checkpoint is not counted as running again.
#
# You could do without a checkpoint around the last layers, and then this would be right. Here all c
# parts are checkpoints, and each of them has thrown its values away.

# %%
tradeoff["extra"] = 'm - m/c'
