# %% [markdown] loses=["shapes-check", "minibatches-check", "memory-check", "second-check", "devices-check"]
# The last batch is dropped; one value a layer; half a product rule; devices that never wait.

# %% grade_id="shapes"
batch_shapes = {
    "dJ_dO_rows": 1,
    "dJ_dO_columns": 2,
    "dJ_dZ_rows": 1,
    "dJ_dZ_columns": 3,
    "dJ_dW1_rows": 4,
    "dJ_dW1_columns": 3,
}

# %% grade_id="minibatches"
def minibatches(order, size):
    return [order[i * size : (i + 1) * size] for i in range(len(order) // size)]


# %% grade_id="memory"
kept = {
    "parameters": "k*d + q*k",
    "training": "n*(k + q)",
    "inference": "n*k",
    "total_training": "4 (d k + k q) + n*(2k + q)",
    "total_inference": "d k + k q + 2 n k",
    "deep_training": "n*(50k + q)",
    "deep_inference": "n*k",
}

# %% grade_id="second"
second_derivatives = {
    "d2J_dW2dW2": "h^2 + lam",
    "d2J_dW1dW2": "(1 - h^2) x (o - y)",
    "entries": "P(P + 1)/2",
}

# %% grade_id="devices"
devices = {
    "forward": "n k",
    "backward": "n k",
    "gradients": "(k d + q k)/2",
    "busy": 1,
    "busy_4": 1,
}
