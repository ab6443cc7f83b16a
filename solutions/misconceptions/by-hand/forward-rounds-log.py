# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# The logarithm is cut off after a few digits.
#
# You have the right number, but the check compares six digits, and rounding early makes everything
# after it a little wrong. Leave a logarithm as it is: the blanks understand words such as log(5).

# %%
forward_pass["a"] = 1.0986
forward_pass["c"] = 1.0986
forward_pass["d"] = -1.0986
