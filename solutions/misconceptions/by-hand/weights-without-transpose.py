# %% [markdown] exercise=["hw5-mlp/gradients"]
# Two rows are multiplied without a transpose.
#
# A row times a row is not a matrix product. Look for a product of shapes that gives the shape of
# the weights.

# %%
gradients["dJ_dW2"] = "h @ dJ_do + lam * W2"
gradients["dJ_dW1"] = "x @ dJ_dz + lam * W1"
