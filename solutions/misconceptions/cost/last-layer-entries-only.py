# %% [markdown] exercise=["hw7-cost/last-layer"]
# Only what goes entry by entry is counted.
#
# The gradient of W_n is a product of two matrices. Of which shapes?

# %%
last_layer["T_backward_last"] = "n d"
