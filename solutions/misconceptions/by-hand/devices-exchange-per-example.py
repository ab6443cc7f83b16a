# %% [markdown] exercise=["hw5-mlp/devices"]
# A gradient for each example is exchanged.
#
# Each device has already added up the shares of its examples, so there is one number for each
# weight.

# %%
devices["gradients"] = "n (k d + q k)"
