# %% [markdown] exercise=["hw2-tanh/order"]
# The order is breadth first.
#
# p is reached early, through s, but it also feeds t, and t has not been processed yet.

# %%
order = ["z", "s", "r", "p", "m", "t", "q", "x", "n"]
