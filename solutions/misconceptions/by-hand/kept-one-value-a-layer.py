# %% [markdown] exercise=["hw5-mlp/memory"]
# A layer is counted as one value.
#
# It makes two, `Z` and then `H = tanh(Z)`. Both count.

# %%
kept["training"] = "n (k + q)"
