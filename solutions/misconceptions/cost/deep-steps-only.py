# %% [markdown] exercise=["hw7-cost/deep"]
# Steps are counted, not what a step costs.
#
# A row of d numbers times a d by d matrix: how many multiplications?

# %%
deep["all_alone"] = "m^2"
deep["all_shared"] = "m"
