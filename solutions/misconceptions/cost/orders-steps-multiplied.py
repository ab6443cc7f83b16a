# %% [markdown] exercise=["hw7-cost/orders"]
# The costs of the steps are multiplied.
#
# One step comes after the other, so their costs add up.

# %%
orders["from_the_loss"] = "z3 z2 z2 z1 z1 x"
orders["from_the_input"] = "z2 z1 x z3 z2 x z3 x"
