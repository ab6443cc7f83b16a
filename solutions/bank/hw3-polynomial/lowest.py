# %% [markdown] exercise=["hw3-polynomial/lowest"]

# %% [markdown] mistake="lowest-at-zero"
# The lowest point is taken where x is 0.
#
# Look where the derivative is 0, not where x is 0.

# %%
lowest["x"] = 0
lowest["y"] = 5

# %% [markdown] mistake="lowest-derivative"
# The value of the derivative is given instead of that of the curve.
#
# At the lowest point the derivative is 0. y asks for the value of the polynomial there.

# %%
lowest["y"] = 0

# %% [markdown] mistake="lowest-of-the-derivative"
# This is the lowest point of the wrong curve.
#
# The plot shows two curves, and this is where the derivative is lowest, at the edge. The question
# is about the polynomial itself. Its lowest point is where the derivative crosses the axis; read
# the height there off the other curve.

# %%
lowest["x"] = -2
lowest["y"] = -72

# %% [markdown] mistake="lowest-swapped"
# The height of the lowest point is given as its place.
#
# x is where the curve is lowest, y how low it is there.

# %%
lowest["x"] = 3
