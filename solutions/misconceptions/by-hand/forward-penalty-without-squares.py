# %% [markdown] exercise=["hw5-mlp/forward"]
# The penalty in numbers adds the weights without squaring them.
#
# `‖W‖^2` is the sum of the squares of all entries; of a single number 3 it is 9.

# %%
network_values["s"] = "0.1/2 * (0.5 + 3)"
