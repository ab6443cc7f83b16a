# %% [markdown] exercise=["hw8-transformer/block"]
# W_o is not in the sum.
#
# What attention gives, a, has width h, and x has width d. Here a times W_o is added, so W_o belongs
# in this equation, not in that of a.

# %%
block["r"] = "x + a"
