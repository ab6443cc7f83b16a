# %% [markdown] exercise=["hw7-cost/times"]
# This is how many weights there are, and not how often they are used.
#
# Each weight is multiplied once for every example of the batch. Double b: is there more to do?

# %%
times["T_run"] = "n d^2"
times["T_forward"] = "n d^2"
times["T_backward"] = "n d^2"
times["T_backward_W1"] = "n d^2"
