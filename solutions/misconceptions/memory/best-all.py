# %% [markdown] exercise=["hw6-memory/tradeoff"]
# There is a checkpoint for each layer.
#
# Then every layer's input is kept, which is what happens without checkpoints. In the plot that is
# the right end.

# %%
tradeoff["best"] = 'm'
