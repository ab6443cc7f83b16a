# %% [markdown] exercise=["hw5-mlp/batch-network"]
# The network with a bias, written out.

# %%
batch_network = {
    "Z": "b + X @ W1",
    "H": "torch.tanh(Z)",
    "O": "H @ W2",
    "L": "Sum(log(1 + exp(O)) - Y * O) / 5",
    "s": "lam * (SquaredNorm(W1) + SquaredNorm(W2)) / 2",
    "J": "s + L",
}
