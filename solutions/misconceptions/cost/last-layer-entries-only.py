# %% [markdown] exercise=["hw7-cost/last-layer"]
# Only the entry-by-entry operations are counted.
#
# The gradient of W_m is a product of two matrices. Of which shapes?

# %%
last_layer["T_backward_last"] = "n d"
