# %% [markdown] exercise=["hw7-cost/last-layer"]
# As it is counted.

# %%
last_layer["T_backward_last"] = "2 n d^2 + 5 n d"
last_layer["M_backward_last"] = "d (2n + d)"
