# %% [markdown] exercise=["hw7-cost/times"]
# The backward pass is counted as if it only went entry by entry.
#
# At z = W x there are two downstream gradients, G x^T and W^T G. Each of them is a product of
# matrices.

# %%
times["T_backward"] = "m n d"
times["T_backward_W1"] = "m n d"
