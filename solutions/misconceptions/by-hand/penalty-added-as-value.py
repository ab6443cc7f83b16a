# %% [markdown] exercise=["hw5-mlp/gradients"]
# The value of the penalty is added to a gradient.
#
# A gradient says by how much `J` moves, so what is added has to be the derivative of `s` with
# respect to each weight: a matrix, not a single number.

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do + s"
gradients["dJ_dW1"] = "x.T @ dJ_dz + s"
