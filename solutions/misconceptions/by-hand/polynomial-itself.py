# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# This is the polynomial itself.
#
# The question asks for its derivative: the slope of the curve, not its height. The derivative of
# x^3 - x is 3 x^2 - 1.

# %%
dy_dx = "x^4 - 2 x^3 + 3 x^2 - 4 x + 5"
