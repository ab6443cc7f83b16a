# %% [markdown] exercise=["hw7-cost/orders"]
# All sizes are multiplied at once.
#
# There are three products of two matrices each, one after the other. Count each of them, and add.

# %%
orders["from_the_loss"] = "z3 z2 z1 x"
orders["from_the_input"] = "z3 z2 z1 x"
