# %% [markdown] exercise=["hw5-mlp/gradients"]
# The local gradient of tanh is multiplied as a matrix.
#
# Each `h_i` depends only on its own `z_i`, so each entry of the gradient has one factor: a product
# entry by entry.

# %%
gradients["dJ_dz"] = "dJ_dh @ (1 - h**2)"
