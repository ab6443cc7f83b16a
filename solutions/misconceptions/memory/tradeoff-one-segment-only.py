# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The inputs of the checkpoints left out.
#
# Each checkpoint keeps its own input from the forward pass on. At the beginning of the backward pass all
# of them are still there.

# %%
tradeoff["kept"] = 'm/c'
