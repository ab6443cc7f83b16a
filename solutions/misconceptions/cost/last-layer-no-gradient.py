# %% [markdown] exercise=["hw7-cost/last-layer"]
# The new gradient is missing.
#
# In the end there is a gradient of the shape of W_m. It counts.

# %%
last_layer["M_backward_last"] = "n d"
