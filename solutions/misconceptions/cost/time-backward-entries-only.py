# %% [markdown] exercise=["hw7-cost/times"]
# The backward pass is counted as if it only worked entry by entry.
#
# At z = x W there are two downstream gradients, x^T G and G W^T. Each of them is a product of
# matrices.

# %%
times["T_backward"] = "m n d"
times["T_backward_W1"] = "m n d"
