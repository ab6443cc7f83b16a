# %% [markdown] exercise=["hw7-cost/times"]
# Sizes are added that should be multiplied.
#
# A product of a matrix with p rows and q columns and one with q rows and r columns takes p q r
# operations: each of p r entries is a sum of q products.

# %%
times["T_run"] = "n (b + d^2)"
times["T_forward"] = "n (b + d^2)"
times["T_backward"] = "n (b + d^2)"
times["T_backward_W1"] = "n (b + d^2)"
