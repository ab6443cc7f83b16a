# %% [markdown] exercise=["hw7-cost/times"]
# Sizes are added that should be multiplied.
#
# A product of a matrix with p rows and q columns and one with q rows and r columns takes p q r
# operations: each of p r entries is a sum of q products.

# %%
times["T_run"] = "m (n + d^2)"
times["T_forward"] = "m (n + d^2)"
times["T_backward"] = "m (n + d^2)"
times["T_backward_W1"] = "m (n + d^2)"
