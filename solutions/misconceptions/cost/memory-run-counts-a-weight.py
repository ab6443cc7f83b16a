# %% [markdown] exercise=["hw7-cost/memory"]
# One weight matrix is counted.
#
# All weights are in memory anyway: count what comes on top of them.

# %%
space["M_run"] = "n d + d^2"
