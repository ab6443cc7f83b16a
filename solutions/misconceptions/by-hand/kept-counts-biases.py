# %% [markdown] exercise=["hw5-mlp/memory"]
# Biases are counted too.
#
# This network is the one of section 1: it has two matrices of weights, and no bias.

# %%
kept["parameters"] = "k d + q k + k"
