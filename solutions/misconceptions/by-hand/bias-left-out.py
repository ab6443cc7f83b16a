# %% [markdown] exercise=["hw5-mlp/batch-network"]
# The hidden layer has no bias.
#
# One leaf of the graph, `b`, is used nowhere. It is added to every row of the product.

# %%
batch_network["Z"] = "X @ W1"
