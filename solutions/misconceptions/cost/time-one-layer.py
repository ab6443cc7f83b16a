# %% [markdown] exercise=["hw7-cost/times"]
# One layer is counted, but there are m.
#
# If every layer costs the same, what do m of them cost?

# %%
times["T_run"] = "n d^2"
times["T_forward"] = "n d^2"
times["T_backward"] = "n d^2"
