# %% [markdown] exercise=["hw6-memory/tradeoff"]
# Checkpoints are counted instead of layers.
#
# A checkpoint that runs again runs all of its layers. The question is how many layers.

# %%
tradeoff["extra"] = 'c'
