# %% [markdown] exercise=["hw5-mlp/batch-edges"]
# The bias has an arrow to H.
#
# It is added to `X W1`, and the sum is `Z`. So `H` gets it by way of `Z` alone.

# %%
edges["H"] = ["Z", "b"]
