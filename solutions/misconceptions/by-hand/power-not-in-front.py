# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# The powers are lowered but do not come in front.
#
# The derivative of x^n is n x^(n-1): the factor n belongs to it.

# %%
dy_dx = "x^3 - 2 x^2 + 3 x - 4"
