# %% [markdown] exercise=["hw5-mlp/batch-network"]
# The bias is added to the examples.
#
# It has a number for each hidden unit, and the examples have one for each input. So it can only
# be added after the product.

# %%
batch_network["Z"] = "(X + b) @ W1"
