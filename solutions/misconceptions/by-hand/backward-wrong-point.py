# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The local gradient is taken at the wrong point.
#
# The derivative of exp has to be taken at the input of that box: its own value in the forward
# pass, and not that of another branch.

# %%
backward_pass["d"] = "exp(a)/2 * 1"
backward_pass["a"] = "exp(d)/2"
