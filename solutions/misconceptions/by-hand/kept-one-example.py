# %% [markdown] exercise=["hw5-mlp/memory"]
# The values of a single example are counted.
#
# A batch has $n$ columns, and each column has its own $z$, $h$ and $o$.

# %%
kept["training"] = "2k + q"
