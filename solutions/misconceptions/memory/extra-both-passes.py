# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The first forward pass counted, too.
#
# The first pass takes n runs with or without checkpoints. The question is how many there are *more*.

# %%
tradeoff["extra"] = '2 m'
