# %% [markdown] exercise=["hw5-mlp/gradients"]
# The share of the penalty is a norm.
#
# Each entry of `W` moves `s` by its own amount, so the share is a matrix of the shape of `W`.
# Differentiate `λ w^2 / 2` for one entry `w`.

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do + lam * SquaredNorm(W2)"
gradients["dJ_dW1"] = "x.T @ dJ_dz + lam * SquaredNorm(W1)"
