# %% [markdown] exercise=["hw8-transformer/block"]
# A normalisation is missing.
#
# Queries, keys and values are made from normalised rows, and so is the hidden layer.

# %%
block["u"] = "x"
block["v"] = "r"
