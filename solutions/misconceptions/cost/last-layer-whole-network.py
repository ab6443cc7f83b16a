# %% [markdown] exercise=["hw7-cost/last-layer"]
# All layers are counted, but only the last one is needed.
#
# From the loss back to the last weight there is only one layer. Nothing before it needs a gradient,
# or is kept for one.

# %%
last_layer["T_backward_last"] = "m n d^2"
last_layer["M_backward_last"] = "m n d + d^2"
