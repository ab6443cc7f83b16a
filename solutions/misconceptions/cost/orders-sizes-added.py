# %% [markdown] exercise=["hw7-cost/orders"]
# Sizes are added where products are needed.
#
# A row of p numbers times a p by q matrix: q sums of p products each, which is p q
# multiplications.

# %%
orders["from_the_loss"] = "z3 + z2 + z1 + x"
orders["from_the_input"] = "x + z1 + z2 + z3"
