# %% [markdown] exercise=["hw1-cosh/linear"]
# The new value of the function instead of its change.
#
# The question is by how much it changes. Take the old value away.

# %%
linear["x_up"] = -12.06
linear["both_up"] = -12.04
