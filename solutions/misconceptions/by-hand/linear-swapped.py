# %% [markdown] exercise=["hw1-cosh/linear"]
# The two partial derivatives are swapped.
#
# With y held still, the function is a line in x. Its slope is the factor in front of x.

# %%
linear["df_dx"] = 2
linear["df_dy"] = -6
