# %% [markdown] exercise=["hw5-mlp/batch-edges"]
# All earlier values are listed, not only the direct ones.
#
# An arrow leads only from what stands in the value's own equation. `H` is computed from `Z` alone.

# %%
edges["H"] = ["X", "W1", "b", "Z"]
edges["O"] = ["Z", "H", "W2"]
