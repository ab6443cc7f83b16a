# %% [markdown] exercise=["hw1-cosh/linear"]
# The new value of the function is given instead of its change.
#
# The question is how much it changes. Subtract the old value.

# %%
linear["x_up"] = -12.06
linear["both_up"] = -12.04
