# %% [markdown] exercise=["hw6-memory/card"]
# A node does not know the loss.
#
# Look at `Relu`. Where in its code is the loss? All it learns about the loss is the upstream
# gradient, which arrives *during* the backward pass.

# %%
card["node"] = 'a'
