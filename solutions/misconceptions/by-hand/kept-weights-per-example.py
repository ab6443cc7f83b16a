# %% [markdown] exercise=["hw5-mlp/memory"]
# Each example is given its own weights.
#
# All examples share the weights. Only `Z`, `H` and `O` have a row for each example.

# %%
kept["parameters"] = "n (k d + q k)"
