# %% [markdown] exercise=["hw8-transformer/block"]
# Attention sees the rows before they are normalised.
#
# Queries, keys and values are made of u, which is what it was normalised for.

# %%
block["a"] = "Attention(x @ Wq, x @ Wk, x @ Wv)"
