# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# The value of x is taken to be 3.
#
# x is the logarithm of 3, a number close to 1. You need no calculator: keep the word log, and see
# what becomes of it in an exp box. For x = log 5, exp(x) is 5.

# %%
forward_pass["a"] = 3
forward_pass["c"] = 3
forward_pass["d"] = -3
forward_pass["b"] = "exp(3)"
forward_pass["r"] = "exp(-3)"
forward_pass["z"] = "(exp(3) + exp(-3)) / 2"
