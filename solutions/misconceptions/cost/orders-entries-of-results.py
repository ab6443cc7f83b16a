# %% [markdown] exercise=["hw7-cost/orders"]
# Entries are counted, one multiplication for each.
#
# Each entry is a sum of as many products as the left matrix has columns.

# %%
orders["from_the_loss"] = "z2 + z1 + x"
orders["from_the_input"] = "z2 x + z3 x + x"
