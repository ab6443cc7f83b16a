# %% [markdown] exercise=["hw8-transformer/block"]
# The bias is added after the ReLU.
#
# It says where each hidden unit begins to be positive, so it is added before.

# %%
block["m"] = "Relu(v @ W1) + b1"
