# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# In the lower branch, only the local gradient is given.
#
# The local gradient of a minus is -1. Which upstream gradient does it have to be multiplied by?

# %%
backward_pass["c"] = -1
