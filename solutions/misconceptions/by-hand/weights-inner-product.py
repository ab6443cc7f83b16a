# %% [markdown] exercise=["hw5-mlp/gradients"]
# The two columns are multiplied row by column.
#
# With the transposed column on the left the inner numbers of the shapes have to agree. The
# product you need has a column on the left and a row on the right, and gives a whole matrix.

# %%
gradients["dJ_dW2"] = "dJ_do.T @ h + lam * W2"
gradients["dJ_dW1"] = "dJ_dz.T @ x + lam * W1"
