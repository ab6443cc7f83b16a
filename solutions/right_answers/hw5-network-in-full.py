# %% [markdown] exercise=["hw5-mlp/network"]
# The network's equations written out, in PyTorch's spelling.

# %%
network = {
    "z": "torch.matmul(x, W1)",
    "h": "z.tanh()",
    "o": "h@W2",
    "L": "((o - y)**2).sum() / 2",
    "s": "lam/2 * ((W1**2).sum() + (W2**2).sum())",
    "J": "s + L",
}
