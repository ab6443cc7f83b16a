# %% [markdown] exercise=["hw7-cost/times"]
# Big-O, run together, as a mathematician writes.

# %%
times["T_run"] = "O(nbd²)"
times["T_forward"] = "Θ(n·b·d²)"
times["T_backward"] = "O(n b d^2) + O(n b d)"
times["T_backward_W1"] = "O(nbd^{2})"
