# %% [markdown] exercise=["hw8-transformer/block"]
# The second normalisation is that of x.
#
# The hidden layer sees what attention has added: it begins with LayerNorm(r).

# %%
block["v"] = "LayerNorm(x)"
