# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# Gradients of a batch, written out in other words.

# %%
batch_gradients = {
    "dJ_dO": "(1 / (1 + exp(-O)) - Y) / n",
    "dJ_dW2": "lam * W2 + (dJ_dO.T @ H).T",
    "dJ_dH": "dJ_dO * W2.T",
    "dJ_dZ": "dJ_dH - dJ_dH * H**2",
    "dJ_db": "dJ_dZ.sum(0, keepdim=True)",
    "dJ_dW1": "X.T @ dJ_dZ + W1 * lam",
}
