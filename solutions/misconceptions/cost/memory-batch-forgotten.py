# %% [markdown] exercise=["hw7-cost/memory"]
# The batch is forgotten.
#
# This is right for a batch with a single example. Double b: which matrices get larger?

# %%
memory["M_run"] = "d"
memory["M_forward"] = "n d"
memory["M_backward"] = "n d + n d^2"
memory["M_backward_W1"] = "n d + d^2"
