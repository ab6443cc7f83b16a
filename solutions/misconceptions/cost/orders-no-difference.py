# %% [markdown] exercise=["hw7-cost/orders"]
# Both orders are counted as costing the same.
#
# From the input, the product of the last two Jacobians is not a single row. What is its shape?

# %%
orders["from_the_input"] = "z3 z2 + z2 z1 + z1 x"
