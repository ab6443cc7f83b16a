# %% [markdown] exercise=["hw7-cost/deep"]
# The exact numbers of steps.

# %%
deep["all_alone"] = "m (m - 1) / 2 * d^2"
deep["all_shared"] = "(m - 1) d^2"
