# %% [markdown] saved_by="colab"
# All right: equations with transposes in superscripts, plain code, saved by Google Colab.

# %% grade_id="network"
network = {
    "z": "W1 @ x",
    "h": "torch.tanh(z)",
    "o": "W2 @ h",
    "L": "SquaredNorm(o - y) / 2",
    "s": "lam / 2 * (SquaredNorm(W1) + SquaredNorm(W2))",
    "J": "L + s",
}

# %% grade_id="gradients"
gradients = {
    "dJ_dL": 1,
    "dJ_ds": "dJ_dL",
    "dJ_do": "o - y",
    "dJ_dW2": "dJ_do @ h^T + lam * W2",
    "dJ_dh": "W2^T @ dJ_do",
    "dJ_dz": "(1 - h^2) * dJ_dh",
    "dJ_dW1": "dJ_dz @ x^T + lam * W1",
}

# %% grade_id="minibatches"
def minibatches(order, size):
    batches = []
    start = 0
    while start < len(order):
        batches.append(order[start : start + size])
        start += size
    return batches


# %% grade_id="sgd-step"
def sgd_step(parameters, gradients, rate):
    moved = {}
    for name in parameters:
        moved[name] = parameters[name] - rate * gradients[name]
    return moved
