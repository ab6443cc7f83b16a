# %% [markdown] exercise=["hw5-mlp/network"]
# The squared loss has lost its half.
#
# The half is there to meet the 2 that comes down when the square is differentiated. For `o - y = 2`
# the loss is 2, not 4.

# %%
network["L"] = "SquaredNorm(o - y)"
