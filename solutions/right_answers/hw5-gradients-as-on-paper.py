# %% [markdown] exercise=["hw5-mlp/gradients"]
# Gradients with the signs of a textbook, and with broadcasting.

# %%
gradients = {
    "dJ_dL": "1",
    "dJ_ds": "dJ_dL",
    "dJ_do": "dJ_dL * (o − y)",
    "dJ_dW2": "dJ_do * h^T + dJ_ds * λ * W2",
    "dJ_dh": "(dJ_do^T @ W2)^T",
    "dJ_dz": "dJ_dh ⊙ (1 − h²)",
    "dJ_dW1": "dJ_dz @ xᵀ + λ * W1",
}
