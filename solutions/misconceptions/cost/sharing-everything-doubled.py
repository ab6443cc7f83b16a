# %% [markdown] exercise=["hw7-cost/sharing"]
# The last products are counted twice as well.
#
# Only the common part is computed twice. The two last products are different ones, and each is
# computed once.

# %%
sharing["each_alone"] = "2 (z3 z2 + z2 z1 + z1 w1 + z1 b1)"
