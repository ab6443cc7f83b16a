# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# In the lower branch, only the local gradient is given.
#
# The local gradient of a minus is -1. Times what has arrived from above? Upstream times local.

# %%
backward_pass["c"] = -1
