# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The local gradient alone, in the lower branch.
#
# The local gradient of a minus is -1. Times what has arrived from above? Upstream times local.

# %%
backward_pass["c"] = -1
