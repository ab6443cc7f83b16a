# %% [markdown] exercise=["hw6-memory/second"]
# The first column read instead of the second.
#
# n values are kept for first derivatives. Look at the column on the right.

# %%
curvature["values"] = 'm'
