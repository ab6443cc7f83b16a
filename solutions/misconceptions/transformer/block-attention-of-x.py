# %% [markdown] exercise=["hw8-transformer/block"]
# Attention sees the rows before they are normalised.
#
# Queries, keys and values are made from u, the normalised rows.

# %%
block["a"] = "Attention(x @ Wq, x @ Wk, x @ Wv)"
