# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# The logarithm is to base 10.
#
# The key log on many calculators means base 10, and exp undoes the logarithm to base e, often
# written ln. You need no calculator here: the blanks understand the word log. As a test, exp of log
# 5 must give 5 again.

# %%
forward_pass["a"] = 0.477121
forward_pass["c"] = 0.477121
forward_pass["d"] = -0.477121
