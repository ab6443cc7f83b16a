# %% [markdown] exercise=["hw5-mlp/network"]
# The network's equations with the signs of a textbook.

# %%
network = {
    "z": "Matmul(x, W1)",
    "h": "(exp(z) − exp(−z)) / (exp(z) + exp(-z))",
    "o": "h @ W2",
    "L": "0.5 * SquaredNorm(y - o)",
    "s": "λ * (SquaredNorm(W1)/2 + Sum(W2²)/2)",
    "J": "Add(L, s)",
}
