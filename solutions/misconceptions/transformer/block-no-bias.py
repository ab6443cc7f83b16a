# %% [markdown] exercise=["hw8-transformer/block"]
# The bias is missing.
#
# The hidden layer is Relu(v W1 + b1): the row b1 is added to each row.

# %%
block["m"] = "Relu(v @ W1)"
