# %% [markdown] exercise=["hw1-cosh/linear"]
# The minus sign is lost.
#
# Where the slope is negative, the function goes down when the input goes up.

# %%
linear["x_up"] = 0.06
