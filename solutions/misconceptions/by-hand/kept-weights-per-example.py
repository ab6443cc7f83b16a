# %% [markdown] exercise=["hw5-mlp/memory"]
# Each example is given its own weights.
#
# All examples share the weights. Only the values between are there once for each example.

# %%
kept["parameters"] = "n (k d + q k)"
