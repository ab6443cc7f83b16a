# %% [markdown] exercise=["hw7-cost/times"]
# The batch and the width are swapped.
#
# The product x W has n rows and d columns, and the sum in each entry runs over d numbers, since a
# row of x has d.

# %%
times["T_run"] = "m n^2 d"
times["T_forward"] = "m n^2 d"
times["T_backward"] = "m n^2 d"
times["T_backward_W1"] = "m n^2 d"
