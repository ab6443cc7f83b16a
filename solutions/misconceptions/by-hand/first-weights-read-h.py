# %% [markdown] exercise=["hw5-mlp/gradients"]
# The first layer is given the input of the second.
#
# `W1` multiplies `x`. The gradient of its entries is that of `z`, times what was multiplied.

# %%
gradients["dJ_dW1"] = "h.T @ dJ_dz + lam * W1"
