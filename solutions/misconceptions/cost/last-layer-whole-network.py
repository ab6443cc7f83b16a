# %% [markdown] exercise=["hw7-cost/last-layer"]
# The gradient is sent through the whole network.
#
# From the loss to the last weight it is one layer. Nothing before it needs a gradient.

# %%
last_layer["T_backward_last"] = "m n d^2"
last_layer["M_backward_last"] = "m n d + d^2"
