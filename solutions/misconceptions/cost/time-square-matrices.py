# %% [markdown] exercise=["hw7-cost/times"]
# All matrices are counted as d by d.
#
# The product of two d by d matrices takes d^3. But the batch has n rows, and n may be far from d.

# %%
times["T_run"] = "m d^3"
times["T_forward"] = "m d^3"
times["T_backward"] = "m d^3"
times["T_backward_W1"] = "m d^3"
