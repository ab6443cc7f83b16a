# %% [markdown] exercise=["hw5-mlp/memory"]
# The last two values are counted, not the largest two.
#
# `H` and `O` are there together in the end, but before that `Z` and `H` were. Which is more?

# %%
kept["inference"] = "n (k + q)"
