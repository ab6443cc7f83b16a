# %% [markdown] exercise=["hw7-cost/memory"]
# This is a time.
#
# Operations do not pile up in memory, only their results do. How many numbers does a matrix
# product leave, however long it took?

# %%
space["M_run"] = "b d^2"
space["M_forward"] = "n b d^2"
space["M_backward"] = "n b d^2"
space["M_backward_W1"] = "n b d^2"
