# %% [markdown] exercise=["hw8-transformer/block"]
# The hidden layer has no ReLU.
#
# Without it, two matrix products in a row are one: the layer could do no more than a single matrix.

# %%
block["m"] = "v @ W1 + b1"
