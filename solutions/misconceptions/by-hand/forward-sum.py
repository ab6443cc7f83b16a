# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]
# The sum is taken instead of the mean.
#
# The mean of two values is half of their sum.

# %%
forward_pass["z"] = "10/3"
