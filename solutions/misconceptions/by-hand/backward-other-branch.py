# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# Only the second branch of the fork is counted.
#
# x feeds a and c, and both move z. Their gradients add up.

# %%
backward_pass["x"] = "-1/6"
