# %% [markdown] exercise=["hw5-mlp/memory"]
# Only one value at a time is counted.
#
# While `H` is being computed, the `Z` that it is computed from is still there.

# %%
kept["inference"] = "n k"
