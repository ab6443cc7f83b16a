# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The local gradient alone.
#
# Multiply it by the upstream gradient, which you have written down one box before.

# %%
backward_pass["a"] = 3
