# %% [markdown] exercise=["hw7-cost/sharing"]
# The last products are missing.
#
# After the common part, each of the two is multiplied by the Jacobian of its parameter.

# %%
sharing["each_alone"] = "2 (z3 z2 + z2 z1)"
sharing["shared"] = "z3 z2 + z2 z1"
