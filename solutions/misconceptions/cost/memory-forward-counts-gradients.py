# %% [markdown] exercise=["hw7-cost/memory"]
# The weights or their gradients are counted.
#
# m d^2 is the size of the weights, and of their gradients. The weights are not counted, and the
# gradients do not exist before the backward pass.

# %%
space["M_forward"] = "m n d + m d^2"
