# %% [markdown] loses=["gradients-check", "gradients-in-numbers-check", "batch-gradients-check"]
# On paper, the penalty and a transpose are forgotten; with a batch, the bias is not summed.

# %% grade_id="gradients"
gradients = {
    "dJ_dL": "1",
    "dJ_ds": "1",
    "dJ_do": "o - y",
    "dJ_dW2": "h.T @ dJ_do",
    "dJ_dh": "dJ_do @ W2",
    "dJ_dz": "dJ_dh * (1 - h**2)",
    "dJ_dW1": "x.T @ dJ_dz",
}

# %% grade_id="gradients-in-numbers"
network_gradients = {
    "dJ_do": "3 tanh(0.5) - 1",
    "dJ_dW2": "tanh(0.5) (3 tanh(0.5) - 1)",
    "dJ_dh": "9 tanh(0.5) - 3",
    "dJ_dz": "(9 tanh(0.5) - 3) (1 - tanh(0.5)^2)",
    "dJ_dW1": "2 (9 tanh(0.5) - 3) (1 - tanh(0.5)^2)",
}

# %% grade_id="batch-gradients"
batch_gradients = {
    "dJ_dO": "(sigmoid(O) - Y) / n",
    "dJ_dW2": "H.T @ dJ_dO + lam * W2",
    "dJ_dH": "dJ_dO @ W2.T",
    "dJ_dZ": "dJ_dH * (1 - H**2)",
    "dJ_db": "dJ_dZ",
    "dJ_dW1": "X.T @ dJ_dZ + lam * W1",
}
