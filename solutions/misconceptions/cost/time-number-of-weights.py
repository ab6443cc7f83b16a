# %% [markdown] exercise=["hw7-cost/times"]
# This is the number of weights, not how often they are used.
#
# Each weight is multiplied once for every example of the batch. Double n: is there more to do?

# %%
times["T_run"] = "m d^2"
times["T_forward"] = "m d^2"
times["T_backward"] = "m d^2"
times["T_backward_W1"] = "m d^2"
