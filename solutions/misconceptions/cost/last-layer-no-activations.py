# %% [markdown] exercise=["hw7-cost/last-layer"]
# What the last layer needs is missing.
#
# The gradient of W_m is a product of the upstream gradient with x_m. Both have the size of a batch.

# %%
last_layer["M_backward_last"] = "d^2"
