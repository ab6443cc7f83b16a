# %% [markdown] exercise=["hw7-cost/memory"]
# This is a time.
#
# Operations do not pile up in memory, only their results do. How many numbers does a matrix
# product leave, however long it took?

# %%
space["M_run"] = "n d^2"
space["M_forward"] = "m n d^2"
space["M_backward"] = "m n d^2"
space["M_backward_W1"] = "m n d^2"
