# %% [markdown] exercise=["hw7-cost/times"]
# Big-O, run together, as a mathematician writes.

# %%
times["T_run"] = "O(mnd²)"
times["T_forward"] = "Θ(m·n·d²)"
times["T_backward"] = "O(m n d^2) + O(m n d)"
times["T_backward_W1"] = "O(mnd^{2})"
