# %% [markdown] exercise=["hw5-mlp/forward"]
# The forward pass in decimals.

# %%
network_values = {
    "z": 1.0,
    "h": 0.7615941559557649,
    "o": 2.2847824678672947,
    "L": 0.8253329947,
    "s": 0.4625,
    "J": "0.8253329947 + 0.4625",
}
