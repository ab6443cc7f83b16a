# %% [markdown] exercise=["hw7-cost/deep"]
# A step is counted as one multiplication for each number of the row.
#
# The result of a step has d numbers, and each of them is a sum of d products.

# %%
deep["all_alone"] = "m^2 d"
deep["all_shared"] = "m d"
