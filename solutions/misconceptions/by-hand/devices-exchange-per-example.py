# %% [markdown] exercise=["hw5-mlp/devices"]
# A gradient for each example is exchanged.
#
# The shares of all examples have been added up before, so that there is one number for each
# weight.

# %%
devices["gradients"] = "n (k d + q k)"
