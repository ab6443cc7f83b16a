# %% [markdown] exercise=["hw6-memory/tradeoff"]
# The inputs of the checkpoints are left out.
#
# Each checkpoint keeps its own input from the forward pass on. When the backward pass begins, all
# of them are still there.

# %%
tradeoff["kept"] = 'm/c'
