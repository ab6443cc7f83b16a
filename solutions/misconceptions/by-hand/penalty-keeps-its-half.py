# %% [markdown] exercise=["hw5-mlp/gradients"]
# The share of the penalty still has its half.
#
# The derivative of `w^2` is `2w`, and its 2 meets the half. Differentiate
# `λ/2 w^2`.

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do + lam / 2 * W2"
gradients["dJ_dW1"] = "x.T @ dJ_dz + lam / 2 * W1"
