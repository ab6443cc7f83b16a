# %% [markdown] exercise=["hw7-cost/orders"]
# The two orders are swapped.
#
# From the loss, everything in between is a single row.

# %%
orders["from_the_loss"] = "z2 z1 x + z3 z2 x + z3 x"
orders["from_the_input"] = "z3 z2 + z2 z1 + z1 x"
