# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]
# This is the second derivative.
#
# You differentiated once too often.

# %%
dy_dx = "12 x^2 - 12 x + 6"
