# %% [markdown] exercise=["hw8-transformer/block"]
# A sum is normalised.
#
# In this block, a normalisation stands before attention and before the hidden layer, and none stands after
# an addition.

# %%
block["r"] = "LayerNorm(x + a @ Wo)"
block["y"] = "LayerNorm(r + m @ W2)"
