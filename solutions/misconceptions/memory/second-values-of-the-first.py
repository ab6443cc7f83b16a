# %% [markdown] exercise=["hw6-memory/second"]
# The first column is read instead of the second.
#
# m values are kept for first derivatives. Look at the column on the right.

# %%
curvature["values"] = 'm'
