# %% [markdown] exercise=["hw5-mlp/gradients"]
# The product of the two rows is a single number.
#
# With the transposed row on the right the inner numbers of the shapes have to agree. The product
# you need has a column on the left and a row on the right, and gives a whole matrix.

# %%
gradients["dJ_dW2"] = "h @ dJ_do.T + lam * W2"
gradients["dJ_dW1"] = "x @ dJ_dz.T + lam * W1"
