# %% [markdown] exercise=["hw7-cost/deep"]
# A step is counted as a product of two square matrices.
#
# What is multiplied by the Jacobian is a single row of d numbers.

# %%
deep["all_alone"] = "m^2 d^3"
deep["all_shared"] = "m d^3"
