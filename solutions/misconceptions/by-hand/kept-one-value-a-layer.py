# %% [markdown] exercise=["hw5-mlp/memory"]
# A layer is counted as one value.
#
# It makes two, `Z` and then `H = tanh(Z)`. Both were to be counted.

# %%
kept["training"] = "n (k + q)"
