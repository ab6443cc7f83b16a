# %% [markdown] exercise=["hw7-cost/memory"]
# Factored, with divisions.

# %%
space["M_run"] = "2*b*d"
space["M_forward"] = "(n+1)*b*d"
space["M_backward"] = "n*d*(b + d)"
space["M_backward_W1"] = "d*(n*b + d^3/d^2)"
