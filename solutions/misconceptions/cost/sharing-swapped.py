# %% [markdown] exercise=["hw7-cost/sharing"]
# The two are swapped.
#
# Which of the two functions computes `J4 @ J3 @ J2` twice?

# %%
sharing["each_alone"] = "z3 z2 + z2 z1 + z1 w1 + z1 b1"
sharing["shared"] = "2 (z3 z2 + z2 z1) + z1 w1 + z1 b1"
