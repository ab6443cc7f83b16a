# %% [markdown] exercise=["hw5-mlp/gradients"]
# The first layer is given the input of the second.
#
# `W1` multiplies `x`. The gradient of each of its entries is a gradient of `z`, times what that
# entry multiplies.

# %%
gradients["dJ_dW1"] = "h.T @ dJ_dz + lam * W1"
