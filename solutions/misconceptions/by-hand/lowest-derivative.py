# %% [markdown] exercise=["hw3-polynomial/lowest"]
# The value of the derivative is given instead of that of the curve.
#
# At the lowest point the derivative is 0. y asks for the value of the polynomial there.

# %%
lowest["y"] = 0
