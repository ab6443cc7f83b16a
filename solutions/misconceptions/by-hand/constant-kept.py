# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# The constant is kept.
#
# A constant does not move when x does, so its derivative is 0.

# %%
dy_dx = "4 x^3 - 6 x^2 + 6 x - 4 + 5"
