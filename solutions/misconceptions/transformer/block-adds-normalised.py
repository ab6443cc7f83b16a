# %% [markdown] exercise=["hw8-transformer/block"]
# The normalised rows are added.
#
# The residual connection begins before the normalisation: x and r are added, so that addition alone leads
# back to the beginning.

# %%
block["r"] = "u + a @ Wo"
block["y"] = "v + m @ W2"
