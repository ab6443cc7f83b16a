# %% [markdown] exercise=["hw8-transformer/block"]
# The result is normalised, and not what goes into attention.
#
# In this block, the normalisation stands before attention and before the hidden layer, and nothing is
# normalised after the sum.

# %%
block["r"] = "LayerNorm(x + a @ Wo)"
block["y"] = "LayerNorm(r + m @ W2)"
