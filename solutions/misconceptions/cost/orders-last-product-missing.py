# %% [markdown] exercise=["hw7-cost/orders"]
# The last product is missing.
#
# Four matrices take three products.

# %%
orders["from_the_loss"] = "z3 z2 + z2 z1"
orders["from_the_input"] = "z2 z1 x + z3 z2 x"
