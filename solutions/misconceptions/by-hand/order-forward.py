# %% [markdown] exercise=["hw2-tanh/order"]
# The order is that of the forward pass.
#
# A backward pass begins at the output, the only node whose gradient is known.

# %%
order = ["x", "p", "n", "q", "m", "s", "t", "r", "z"]
