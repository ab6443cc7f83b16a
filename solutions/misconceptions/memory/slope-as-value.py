# %% [markdown] exercise=["hw6-memory/slopes"]
# The slope of the sigmoid taken for its value.
#
# Exp is its own derivative, the sigmoid is not: for large z it is nearly 1 and nearly flat.

# %%
slopes["slope"] = 's'
