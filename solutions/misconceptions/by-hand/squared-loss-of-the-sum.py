# %% [markdown] exercise=["hw5-mlp/network"]
# The squared loss squares the sum of the differences.
#
# Differences of opposite sign would then cancel each other. Square every entry first: for the
# differences 1 and `-1` the loss is 1, not 0.

# %%
network["L"] = "Sum(o - y)**2 / 2"
