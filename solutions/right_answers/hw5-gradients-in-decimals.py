# %% [markdown] exercise=["hw5-mlp/gradients-in-numbers"]
# The backward pass of the small network in decimals.

# %%
network_gradients = {
    "dJ_do": 1.2847825,
    "dJ_dW2": "0.7615942 * 1.2847825 + 0.3",
    "dJ_dh": 3.8543474,
    "dJ_dz": 1.618727,
    "dJ_dW1": 3.287454,
}
