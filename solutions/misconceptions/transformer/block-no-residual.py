# %% [markdown] exercise=["hw8-transformer/block"]
# A residual connection is missing.
#
# What a step finds is added to the rows that it began with, and does not replace them.

# %%
block["r"] = "a @ Wo"
block["y"] = "m @ W2"
