# %% [markdown] exercise=["hw7-cost/sharing"]
# The common part is counted once in both.
#
# In `each_alone` Python computes J4 @ J3 @ J2 for the first result, and again for the second.

# %%
sharing["each_alone"] = "z3 z2 + z2 z1 + z1 w1 + z1 b1"
