# %% [markdown] exercise=["hw7-cost/times"]
# Each entry of a matrix product is counted as one operation.
#
# There are n d entries in z, and each of them is a sum of products. How many products are in one
# sum? (A sum of p products takes about 2p operations.)

# %%
times["T_run"] = "m n d"
times["T_forward"] = "m n d"
times["T_backward"] = "m n d"
times["T_backward_W1"] = "m n d"
