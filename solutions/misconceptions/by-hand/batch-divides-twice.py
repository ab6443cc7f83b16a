# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of the weights is divided by n once more.
#
# The loss has already taken the mean, and its `1/n` is in every gradient from there on. Divide only
# once.

# %%
batch_gradients["dJ_dW1"] = "X.T @ dJ_dZ / n + lam * W1"
batch_gradients["dJ_dW2"] = "H.T @ dJ_dO / n + lam * W2"
