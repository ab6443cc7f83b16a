# %% [markdown] exercise=["hw5-mlp/gradients"]
# The penalty of the other matrix is added.
#
# Each matrix is penalised for its own entries. The share has the shape of the matrix whose gradient
# it is.

# %%
gradients["dJ_dW1"] = "x.T @ dJ_dz + lam * W2"
