# %% [markdown] exercise=["hw7-cost/memory"]
# The weights are counted.
#
# They are in memory anyway: count what comes on top of them.

# %%
memory["M_run"] = "b d + n d^2"
