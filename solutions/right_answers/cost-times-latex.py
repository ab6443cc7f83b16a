# %% [markdown] exercise=["hw7-cost/times"]
# LaTeX, and capitals.

# %%
times["T_run"] = "$m \\\\cdot n \\\\cdot d^{2}$"
times["T_forward"] = "M N D^2"
times["T_backward"] = "m × n × d × d"
times["T_backward_W1"] = "O(d^2 n m)"
