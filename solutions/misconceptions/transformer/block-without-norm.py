# %% [markdown] exercise=["hw8-transformer/block"]
# The normalisations are missing.
#
# Queries, keys and values are made of normalised rows, and so is the hidden layer: LayerNorm(x),
# LayerNorm(r).

# %%
block["u"] = "x"
block["v"] = "r"
