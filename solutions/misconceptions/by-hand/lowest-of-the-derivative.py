# %% [markdown] exercise=["hw3-polynomial/lowest"]
# This is the lowest point of the wrong curve.
#
# The plot shows two curves, and this is where the derivative is lowest, at the edge. The question
# is about the polynomial itself. Its lowest point is where the derivative crosses the axis; read
# the height there off the other curve.

# %%
lowest["x"] = -2
lowest["y"] = -72
