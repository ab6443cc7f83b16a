# %% [markdown] exercise=["hw7-cost/memory"]
# Sums of big-Os, terms that do not matter left in.

# %%
space["M_run"] = "O(bd) + O(bd) + O(b)"
space["M_forward"] = "2 n O(bd) + O(b)"
space["M_backward"] = "O(nbd) + O(nd²)"
space["M_backward_W1"] = "O(nbd + d² + bd)"
