# %% [markdown] exercise=["hw7-cost/sharing"]
# The two last products are multiplied.
#
# They are two products side by side, one for each parameter: add what they cost.

# %%
sharing["each_alone"] = "2 (z3 z2 + z2 z1) + z1 w1 b1"
sharing["shared"] = "z3 z2 + z2 z1 + z1 w1 b1"
