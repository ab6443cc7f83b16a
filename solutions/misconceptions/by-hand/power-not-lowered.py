# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# The powers are not lowered.
#
# The derivative of x^n is n x^(n-1): the power comes down in front, and goes down by one.

# %%
dy_dx = "4 x^4 - 6 x^3 + 6 x^2 - 4 x"
