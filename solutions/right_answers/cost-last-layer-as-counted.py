# %% [markdown] exercise=["hw7-cost/last-layer"]
# As it is counted.

# %%
last_layer["T_backward_Wn"] = "2 b d^2 + 5 b d"
last_layer["M_backward_Wn"] = "d (2b + d)"
