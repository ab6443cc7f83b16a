# %% [markdown] exercise=["hw7-cost/memory"]
# The largest of two instead of their sum.

# %%
memory["M_run"] = "d b"
memory["M_forward"] = "n b d + b"
memory["M_backward"] = "n d max(b, d)"
memory["M_backward_W1"] = "max(n b d, d^2)"
