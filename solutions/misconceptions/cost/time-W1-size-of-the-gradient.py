# %% [markdown] exercise=["hw7-cost/times"]
# This is how large the gradient is, not how long it takes.
#
# The result has d^2 numbers. What has to be computed before it is there?

# %%
times["T_backward_W1"] = "d^2"
