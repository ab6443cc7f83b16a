# %% [markdown] loses=["gradients-check", "batch-gradients-check"]
# On paper, the penalty and a transpose are forgotten; with a batch, the bias is not summed.

# %% grade_id="gradients"
gradients = {
    "dJ_dL": "1",
    "dJ_ds": "1",
    "dJ_do": "o - y",
    "dJ_dW2": "dJ_do @ h.T",
    "dJ_dh": "W2 @ dJ_do",
    "dJ_dz": "dJ_dh * (1 - h**2)",
    "dJ_dW1": "dJ_dz @ x.T",
}

# %% grade_id="batch-gradients"
batch_gradients = {
    "dJ_dO": "(sigmoid(O) - Y) / n",
    "dJ_dW2": "dJ_dO @ H.T + lam * W2",
    "dJ_dH": "W2.T @ dJ_dO",
    "dJ_dZ": "dJ_dH * (1 - H**2)",
    "dJ_db": "dJ_dZ",
    "dJ_dW1": "dJ_dZ @ X.T + lam * W1",
}
