# %% [markdown] exercise=["hw7-cost/memory"]
# The gradients of the weights are missing.
#
# A gradient has the shape of its weight. If d is much larger than n, which is larger: the
# activations of a layer, or the gradient of its weight?

# %%
space["M_backward"] = "m n d"
