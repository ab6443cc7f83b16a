# %% [markdown] exercise=["hw7-cost/times"]
# Counted exactly, with constants and smaller terms.

# %%
times["T_run"] = "2 n b d^2 + n b d"
times["T_forward"] = "n*(2*b*d*d + b*d)"
times["T_backward"] = "(2n - 1) * 2 b d^2 + n b d"
times["T_backward_W1"] = "n (2 b d^2 + b d) + 2 b d^2"
