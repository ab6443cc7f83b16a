# %% [markdown] exercise=["hw5-mlp/memory"]
# The weights of one layer are missing.
#
# There are two matrices, from the inputs to the hidden units and from those to the outputs.

# %%
kept["parameters"] = "k d"
