# %% [markdown] exercise=["hw5-mlp/forward"]
# The loss in numbers has lost its half.
#
# Square the difference, then halve it. For a difference of 2 that is 2.

# %%
network_values["L"] = "(3 tanh(1) - 1)^2"
