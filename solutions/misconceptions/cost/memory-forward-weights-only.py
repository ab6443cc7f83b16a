# %% [markdown] exercise=["hw7-cost/memory"]
# The weights or their gradients are counted, and nothing else.
#
# m d^2 is the size of the weights, and of their gradients. The weights are not counted, and the
# gradients do not exist before the backward pass. What does the forward pass keep of each layer?

# %%
space["M_forward"] = "m d^2"
