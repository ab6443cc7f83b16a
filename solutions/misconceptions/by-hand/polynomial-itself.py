# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# The polynomial itself.
#
# Asked for is its derivative: the slope of the curve and not its height. The derivative of x^3 - x
# is 3 x^2 - 1.

# %%
dy_dx = "x^4 - 2 x^3 + 3 x^2 - 4 x + 5"
