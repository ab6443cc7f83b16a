# %% [markdown] exercise=["hw5-mlp/gradients"]
# The share of the penalty still has its half.
#
# The derivative of $w^2$ is $2w$, and its 2 meets the half. Differentiate $\frac{\lambda}{2}
# w^2$.

# %%
gradients["dJ_dW2"] = "dJ_do @ h.T + lam / 2 * W2"
gradients["dJ_dW1"] = "dJ_dz @ x.T + lam / 2 * W1"
