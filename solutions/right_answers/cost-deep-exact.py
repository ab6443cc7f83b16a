# %% [markdown] exercise=["hw7-cost/deep"]
# The exact numbers of steps.

# %%
deep["all_alone"] = "n (n - 1) / 2 * d^2"
deep["all_shared"] = "(n - 1) d^2"
