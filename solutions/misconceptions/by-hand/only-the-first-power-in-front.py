# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# Only the first power comes in front.
#
# The power that goes down by one also becomes a factor: the derivative of x^3 is 3 x^2.

# %%
dy_dx = "4 x^3 - 2 x^2 + 3 x - 4"
