# %% [markdown] exercise=["hw5-mlp/memory"]
# In the deep network, a layer is counted as one value.
#
# Each of the 50 layers makes a `Z` and an `H`.

# %%
kept["deep_training"] = "n (50 k + q)"
