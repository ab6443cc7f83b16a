# %% [markdown] exercise=["hw5-mlp/gradients"]
# Gradients that do not build on each other.

# %%
gradients = {
    "dJ_dL": 1,
    "dJ_ds": 1.0,
    "dJ_do": "tanh(x @ W1) @ W2 - y",
    "dJ_dW2": "lam * W2 + tanh(z).T @ (o - y)",
    "dJ_dh": "(o - y) @ W2.T",
    "dJ_dz": "((o - y) @ W2.T) * (1 - tanh(z)**2)",
    "dJ_dW1": "x.T @ ((1 - h * h) * ((o - y) @ W2.T)) + lam * W1",
}
