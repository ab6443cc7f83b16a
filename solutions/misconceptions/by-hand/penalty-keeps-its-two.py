# %% [markdown] exercise=["hw5-mlp/gradients"]
# The share of the penalty has a 2 too many.
#
# The 2 of the square meets the half in front of it. Differentiate `λ w^2 / 2`.

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do + 2 * lam * W2"
gradients["dJ_dW1"] = "x.T @ dJ_dz + 2 * lam * W1"
