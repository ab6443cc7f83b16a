# %% [markdown] exercise=["hw7-cost/deep"]
# A step is counted as a product of two square matrices.
#
# What is multiplied by the Jacobian is a single row of d numbers. And how many steps are there?

# %%
deep["all_alone"] = "m d^3"
