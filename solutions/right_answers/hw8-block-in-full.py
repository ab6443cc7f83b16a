# %% [markdown] exercise=["hw8-transformer/block"]
# The block with everything written out again, and methods.

# %%
block = {
    "u": "x.layernorm()",
    "a": "Attention(LayerNorm(x) @ Wq, LayerNorm(x) @ Wk, LayerNorm(x) @ Wv)",
    "r": "a @ Wo + x",
    "v": "LayerNorm(x + a @ Wo)",
    "m": "relu(b1 + v @ W1)",
    "y": "relu(v @ W1 + b1) @ W2 + r",
}
