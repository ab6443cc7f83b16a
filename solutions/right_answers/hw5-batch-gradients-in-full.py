# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# Gradients of a batch, written out in other words.

# %%
batch_gradients = {
    "dJ_dO": "(1 / (1 + exp(-O)) - Y) / n",
    "dJ_dW2": "lam * W2 + (H @ dJ_dO.T).T",
    "dJ_dH": "W2.T * dJ_dO",
    "dJ_dZ": "dJ_dH - dJ_dH * H**2",
    "dJ_db": "dJ_dZ.sum(1, keepdim=True)",
    "dJ_dW1": "dJ_dZ @ X.T + W1 * lam",
}
