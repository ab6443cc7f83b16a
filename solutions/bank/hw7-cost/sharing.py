# %% [markdown] exercise=["hw7-cost/sharing"]

# %% [markdown] mistake="sharing-common-part-only"
# The last products are missing.
#
# After the common part, each of the two is multiplied by the Jacobian of its parameter.

# %%
sharing["each_alone"] = "2 (z3 z2 + z2 z1)"
sharing["shared"] = "z3 z2 + z2 z1"

# %% [markdown] mistake="sharing-everything-doubled"
# The last products are counted twice as well.
#
# Only the common part is computed twice. The two last products are different ones, and each is
# computed once.

# %%
sharing["each_alone"] = "2 (z3 z2 + z2 z1 + z1 w1 + z1 b1)"

# %% [markdown] mistake="sharing-multiplied"
# The two last products are multiplied.
#
# They are two products side by side, one for each parameter: add what they cost.

# %%
sharing["each_alone"] = "2 (z3 z2 + z2 z1) + z1 w1 b1"
sharing["shared"] = "z3 z2 + z2 z1 + z1 w1 b1"

# %% [markdown] mistake="sharing-nothing-shared"
# The common part is counted once in both.
#
# In `each_alone` Python computes J4 @ J3 @ J2 for the first result, and again for the second.

# %%
sharing["each_alone"] = "z3 z2 + z2 z1 + z1 w1 + z1 b1"

# %% [markdown] mistake="sharing-parameters-for-products"
# For the last products only the parameters are counted.
#
# A row of z1 numbers times a matrix with z1 rows: each entry of the result is a sum of z1
# products.

# %%
sharing["each_alone"] = "2 (z3 z2 + z2 z1) + w1 + b1"
sharing["shared"] = "z3 z2 + z2 z1 + w1 + b1"

# %% [markdown] mistake="sharing-swapped"
# This is what the other function takes.
#
# Which of the two functions computes `J4 @ J3 @ J2` twice?

# %%
sharing["each_alone"] = "z3 z2 + z2 z1 + z1 w1 + z1 b1"
sharing["shared"] = "2 (z3 z2 + z2 z1) + z1 w1 + z1 b1"

# %% [markdown] right="cost-sharing-expanded"
# Every product written out.

# %%
sharing["each_alone"] = "z3*z2 + z2*z1 + z1*w1 + z3*z2 + z2*z1 + z1*b1"
sharing["shared"] = "z2 (z3 + z1) + z1 (w1 + b1)"
