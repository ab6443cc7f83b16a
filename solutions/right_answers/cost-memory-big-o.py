# %% [markdown] exercise=["hw7-cost/memory"]
# Sums of big-Os, terms that do not matter left in.

# %%
space["M_run"] = "O(nd) + O(nd) + O(n)"
space["M_forward"] = "2 m O(nd) + O(n)"
space["M_backward"] = "O(mnd) + O(md²)"
space["M_backward_W1"] = "O(mnd + d² + nd)"
