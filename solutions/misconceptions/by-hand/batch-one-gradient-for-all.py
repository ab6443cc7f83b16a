# %% [markdown] exercise=["hw5-mlp/shapes"]
# The gradients of O and Z keep the shape of a single example.
#
# Each example has its own outputs, and each of them moves the loss by its own amount. How many rows
# does `O` have?

# %%
batch_shapes["dJ_dO_rows"] = 1
batch_shapes["dJ_dZ_rows"] = 1
