# %% [markdown] exercise=["hw7-cost/memory"]
# The batch is forgotten.
#
# This is right for a batch with a single example. Double n: which matrices get larger?

# %%
space["M_run"] = "d"
space["M_forward"] = "m d"
space["M_backward"] = "m d + m d^2"
space["M_backward_W1"] = "m d + d^2"
