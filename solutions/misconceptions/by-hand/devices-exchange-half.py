# %% [markdown] exercise=["hw5-mlp/devices"]
# Half of the gradients are exchanged.
#
# Each device has half of the examples, but a gradient for every weight: the shares of its examples
# have been added up.

# %%
devices["gradients"] = "(k d + q k) / 2"
