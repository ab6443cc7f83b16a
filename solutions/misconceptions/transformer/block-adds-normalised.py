# %% [markdown] exercise=["hw8-transformer/block"]
# Normalised rows are added.
#
# The residual connection begins before the normalisation, so that a path of additions alone leads from y
# back to x.

# %%
block["r"] = "u + a @ Wo"
block["y"] = "v + m @ W2"
