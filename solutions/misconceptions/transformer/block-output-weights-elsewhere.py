# %% [markdown] exercise=["hw8-transformer/block"]
# W_2 is not where it belongs.
#
# m is the hidden layer itself, of width k. To r, m times W_2 is added, so W_2 belongs in the
# equation of y, not in that of m.

# %%
block["m"] = "Relu(v @ W1 + b1) @ W2"
block["y"] = "r + m"
