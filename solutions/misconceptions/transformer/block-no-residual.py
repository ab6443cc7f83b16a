# %% [markdown] exercise=["hw8-transformer/block"]
# The residual connections are missing.
#
# What attention and the hidden layer find is added to the rows that were there. In place of them, nothing of
# the token itself would remain.

# %%
block["r"] = "a @ Wo"
block["y"] = "m @ W2"
