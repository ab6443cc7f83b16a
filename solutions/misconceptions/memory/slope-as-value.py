# %% [markdown] exercise=["hw6-memory/slopes"]
# The value of the sigmoid is given instead of its slope.
#
# Exp is its own derivative, but the sigmoid is not: for large z it is nearly 1 and nearly flat.

# %%
slopes["slope"] = 's'
