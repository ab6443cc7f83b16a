# %% [markdown] exercise=["hw8-transformer/block"]
# The second residual connection begins at x.
#
# What attention has added would be lost on the direct path: the second connection begins at r.

# %%
block["y"] = "x + m @ W2"
