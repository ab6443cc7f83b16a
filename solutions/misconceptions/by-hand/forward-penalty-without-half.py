# %% [markdown] exercise=["hw5-mlp/forward"]
# The penalty in numbers has lost its half.
#
# Half of lambda stands before the sum of squares. With lambda 2 and squares 1 and 4 it would be 5.

# %%
network_values["s"] = "0.1 * (0.25 + 9)"
