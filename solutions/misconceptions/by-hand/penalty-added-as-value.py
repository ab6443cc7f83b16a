# %% [markdown] exercise=["hw5-mlp/gradients"]
# The value of the penalty is added to a gradient.
#
# A gradient says by how much $J$ moves, so what is added has to be the derivative of $s$ with
# respect to each weight: a matrix, and no single number.

# %%
gradients["dJ_dW2"] = "dJ_do @ h.T + s"
gradients["dJ_dW1"] = "dJ_dz @ x.T + s"
