# %% [markdown] exercise=["hw7-cost/memory"]
# Factored, with divisions.

# %%
space["M_run"] = "2*n*d"
space["M_forward"] = "(m+1)*n*d"
space["M_backward"] = "m*d*(n + d)"
space["M_backward_W1"] = "d*(m*n + d^3/d^2)"
