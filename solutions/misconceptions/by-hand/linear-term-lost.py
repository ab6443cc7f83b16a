# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# The derivative of the linear term is lost.
#
# The derivative of a x is a.

# %%
dy_dx = "4 x^3 - 6 x^2 + 6 x"
