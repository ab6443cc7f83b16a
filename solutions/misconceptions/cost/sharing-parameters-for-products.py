# %% [markdown] exercise=["hw7-cost/sharing"]
# For the last products only the parameters are counted.
#
# A row of z1 numbers times a matrix with z1 rows: each entry of the result is a sum of z1
# products.

# %%
sharing["each_alone"] = "2 (z3 z2 + z2 z1) + w1 + b1"
sharing["shared"] = "z3 z2 + z2 z1 + w1 + b1"
