# %% [markdown] exercise=["hw5-mlp/memory"]
# The weights are counted among the values.
#
# Here only `Z`, `H` and `O` were asked for. The weights are there anyway, with and without
# training.

# %%
kept["training"] = "n (2k + q) + k d + q k"
