# %% [markdown] exercise=["hw7-cost/times"]
# Counted exactly, with constants and smaller terms.

# %%
times["T_run"] = "2 m n d^2 + m n d"
times["T_forward"] = "m*(2*n*d*d + n*d)"
times["T_backward"] = "(2m - 1) * 2 n d^2 + m n d"
times["T_backward_W1"] = "m (2 n d^2 + n d) + 2 n d^2"
