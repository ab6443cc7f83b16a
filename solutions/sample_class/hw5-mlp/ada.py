# %% [markdown]
# All right: equations with transposes in superscripts, plain code.

# %% grade_id="network"
network = {
    "z": "x @ W1",
    "h": "torch.tanh(z)",
    "o": "h @ W2",
    "L": "SquaredNorm(o - y) / 2",
    "s": "lam / 2 * (SquaredNorm(W1) + SquaredNorm(W2))",
    "J": "L + s",
}

# %% grade_id="gradients"
gradients = {
    "dJ_dL": 1,
    "dJ_ds": "dJ_dL",
    "dJ_do": "o - y",
    "dJ_dW2": "h^T @ dJ_do + lam * W2",
    "dJ_dh": "dJ_do @ W2^T",
    "dJ_dz": "(1 - h^2) * dJ_dh",
    "dJ_dW1": "x^T @ dJ_dz + lam * W1",
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
