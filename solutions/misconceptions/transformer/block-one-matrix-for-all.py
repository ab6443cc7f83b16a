# %% [markdown] exercise=["hw8-transformer/block"]
# Queries, keys and values are all made with the same weights.
#
# What a token asks for is not what it offers: each of the three has a matrix of its own.

# %%
block["a"] = "Attention(u @ Wq, u @ Wq, u @ Wq)"
