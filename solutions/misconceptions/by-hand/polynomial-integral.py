# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# This is the integral, not the derivative.
#
# The powers go down by one, and the old power comes in front: the derivative of x^3 is 3 x^2.

# %%
dy_dx = "x^5/5 - x^4/2 + x^3 - 2 x^2 + 5 x"
