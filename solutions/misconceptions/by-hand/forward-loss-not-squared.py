# %% [markdown] exercise=["hw5-mlp/forward"]
# The loss is half the difference, without the square.
#
# It is the square that makes a difference of `-2` as bad as one of 2. Square first, then halve.

# %%
network_values["L"] = "(3 tanh(1) - 1) / 2"
