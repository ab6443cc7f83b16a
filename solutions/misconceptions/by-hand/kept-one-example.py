# %% [markdown] exercise=["hw5-mlp/memory"]
# The values of a single example are counted.
#
# A batch has `n` rows, and each row has its own `z`, `h` and `o`.

# %%
kept["training"] = "2k + q"
