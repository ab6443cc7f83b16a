# %% [markdown] exercise=["hw1-cosh/linear"]
# The value of f is given instead of its derivative.
#
# f says how large the product is; the derivative says how many times as far as x the product moves.
# For 3x at x = 5 the value is 15, but moving x by 1 moves it by much less.

# %%
linear["df_dx"] = -12
linear["df_dy"] = -12
linear["x_up"] = -0.12
linear["both_up"] = -0.24
