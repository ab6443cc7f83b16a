# %% [markdown] exercise=["hw5-mlp/gradients"]
# Gradients with the signs of a textbook, and with broadcasting.

# %%
gradients = {
    "dJ_dL": "1",
    "dJ_ds": "dJ_dL",
    "dJ_do": "dJ_dL * (o − y)",
    "dJ_dW2": "h^T * dJ_do + dJ_ds * λ * W2",
    "dJ_dh": "(W2 @ dJ_do^T)^T",
    "dJ_dz": "dJ_dh ⊙ (1 − h²)",
    "dJ_dW1": "xᵀ @ dJ_dz + λ * W1",
}
