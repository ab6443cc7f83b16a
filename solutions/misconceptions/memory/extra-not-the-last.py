# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The last checkpoint counted as one that does not run again.
#
# One can do without a checkpoint around the last layers, and then this is right. Here all k parts are
# checkpoints, and each of them has thrown its values away.

# %%
tradeoff["extra"] = 'm - m/c'
