# %% [markdown] exercise=["hw7-cost/memory"]
# The gradients of all weights are counted.
#
# Only the gradient of the first weight is wanted, so it is the only one that is made.

# %%
space["M_backward_W1"] = "m n d + m d^2"
