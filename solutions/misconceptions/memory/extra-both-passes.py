# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The first forward pass is counted too.
#
# The first pass takes m runs with or without checkpoints. The question is how many *more* there
# are.

# %%
tradeoff["extra"] = '2 m'
