# %% [markdown] exercise=["hw5-mlp/gradients"]
# Gradients that do not build on each other.

# %%
gradients = {
    "dJ_dL": 1,
    "dJ_ds": 1.0,
    "dJ_do": "W2 @ tanh(W1 @ x) - y",
    "dJ_dW2": "lam * W2 + (o - y) @ tanh(z).T",
    "dJ_dh": "W2.T @ (o - y)",
    "dJ_dz": "(W2.T @ (o - y)) * (1 - tanh(z)**2)",
    "dJ_dW1": "((1 - h * h) * (W2.T @ (o - y))) @ x.T + lam * W1",
}
