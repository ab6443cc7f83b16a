# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# The value of x is taken to be 2.
#
# x is the logarithm of 2, a number smaller than 1. Nothing needs to be typed into a calculator:
# keep the word log, and see what becomes of it in an exp box. For x = log 5, exp(x) is 5.

# %%
forward_pass["a"] = 2
forward_pass["c"] = 2
forward_pass["d"] = -2
forward_pass["b"] = "exp(2)"
forward_pass["e"] = "exp(-2)"
forward_pass["z"] = "(exp(2) + exp(-2)) / 2"
