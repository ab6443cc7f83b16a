# %% [markdown] exercise=["hw8-transformer/block"]
# W_o is left out.
#
# Attention gives rows of width h, and x has width d. W_o brings them to the same width, so that they can be
# added.

# %%
block["r"] = "x + a"
