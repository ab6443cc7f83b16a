# %% [markdown] exercise=["hw8-transformer/block"]
# The weights stand on the left.
#
# Examples are rows here, so a matrix of weights stands on the right: x W.

# %%
block["u"] = "LayerNorm(x)"
block["m"] = "Relu(W1.T @ v + b1)"
block["r"] = "x + Wo @ a"
