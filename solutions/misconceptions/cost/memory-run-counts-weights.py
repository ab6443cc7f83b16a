# %% [markdown] exercise=["hw7-cost/memory"]
# The weights are counted.
#
# They are in memory anyway: count what comes on top of them.

# %%
space["M_run"] = "n d + m d^2"
