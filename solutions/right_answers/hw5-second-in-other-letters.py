# %% [markdown] exercise=["hw5-mlp/second"]
# Second derivatives with o in place of the product.

# %%
second_derivatives = {
    "d2J_dW2dW2": "tanh(W1 x)^2 + lam",
    "d2J_dW1dW2": "x (1 - h^2) (2 o - y)",
    "entries": 203264**2,
}
