# %% [markdown] exercise=["hw7-cost/times"]
# LaTeX, and capitals.

# %%
times["T_run"] = "$n \\\\cdot b \\\\cdot d^{2}$"
times["T_forward"] = "N B D^2"
times["T_backward"] = "n × b × d × d"
times["T_backward_W1"] = "O(d^2 b n)"
