# %% [markdown] exercise=["hw7-cost/memory"]
# The largest of two instead of their sum.

# %%
space["M_run"] = "d n"
space["M_forward"] = "m n d + n"
space["M_backward"] = "m d max(n, d)"
space["M_backward_W1"] = "max(m n d, d^2)"
