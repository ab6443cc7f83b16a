# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# The power takes the place of the coefficient.
#
# The power comes down as a factor and multiplies what is already there. 5 x^2 is five times x^2, so
# its slope is five times the slope of x^2.

# %%
dy_dx = "4 x^3 - 3 x^2 + 2 x - 1"
