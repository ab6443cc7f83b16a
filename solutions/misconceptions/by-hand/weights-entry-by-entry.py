# %% [markdown] exercise=["hw5-mlp/gradients"]
# Two rows of different lengths are multiplied entry by entry.
#
# Every hidden unit feeds every output, so the gradient has an entry for each pair: a column times a
# row, as a matrix product.

# %%
gradients["dJ_dW2"] = "dJ_do * h + lam * W2"
gradients["dJ_dW1"] = "dJ_dz * x + lam * W1"
