# %% [markdown] exercise=["hw3-polynomial/lowest"]
# The lowest point is taken where x is 0.
#
# Look where the derivative is 0, not where x is 0.

# %%
lowest["x"] = 0
lowest["y"] = 5
