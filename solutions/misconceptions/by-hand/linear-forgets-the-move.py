# %% [markdown] exercise=["hw1-cosh/linear"]
# The derivative is given instead of the move of f.
#
# The derivative is the move of f for a step of 1. This step is a hundred times smaller. For 3x, a
# step of 0.1 moves the value by 0.3, not by 3.

# %%
linear["x_up"] = -6
linear["both_up"] = "-6 + 2"
