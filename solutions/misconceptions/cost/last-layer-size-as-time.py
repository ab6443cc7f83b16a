# %% [markdown] exercise=["hw7-cost/last-layer"]
# This is how large the gradient is, not how long it takes.
#
# Each of its entries is a sum over the batch.

# %%
last_layer["T_backward_last"] = "d^2"
