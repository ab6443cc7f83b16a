# %% [markdown] exercise=["hw7-cost/memory"]
# The activations of one layer are counted.
#
# When the backward pass begins, the activations of all layers are still there: none of them has
# been used yet.

# %%
space["M_backward"] = "n d + m d^2"
