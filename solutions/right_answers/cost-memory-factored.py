# %% [markdown] exercise=["hw7-cost/memory"]
# Factored, with divisions.

# %%
memory["M_run"] = "2*b*d"
memory["M_forward"] = "(n+1)*b*d"
memory["M_backward"] = "n*d*(b + d)"
memory["M_backward_W1"] = "d*(n*b + d^3/d^2)"
