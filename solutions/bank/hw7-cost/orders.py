# %% [markdown] exercise=["hw7-cost/orders"]

# %% [markdown] mistake="orders-all-at-once"
# All sizes are multiplied at once.
#
# There are three products of two matrices each, one after the other. Count each of them, and add.

# %%
orders["from_the_loss"] = "z3 z2 z1 x"
orders["from_the_input"] = "z3 z2 z1 x"

# %% [markdown] mistake="orders-entries-of-results"
# Entries are counted, one multiplication for each.
#
# Each entry is a sum of as many products as the left matrix has columns.

# %%
orders["from_the_loss"] = "z2 + z1 + x"
orders["from_the_input"] = "z2 x + z3 x + x"

# %% [markdown] mistake="orders-last-product-missing"
# The last product is missing.
#
# Four matrices take three products.

# %%
orders["from_the_loss"] = "z3 z2 + z2 z1"
orders["from_the_input"] = "z2 z1 x + z3 z2 x"

# %% [markdown] mistake="orders-no-difference"
# The count from the input is that of the other order.
#
# From the input, the product of the last two Jacobians is not a single row. What is its shape?

# %%
orders["from_the_input"] = "z3 z2 + z2 z1 + z1 x"

# %% [markdown] mistake="orders-sizes-added"
# Sizes are added where products are needed.
#
# A row of p numbers times a p by q matrix: q sums of p products each, which is p q
# multiplications.

# %%
orders["from_the_loss"] = "z3 + z2 + z1 + x"
orders["from_the_input"] = "x + z1 + z2 + z3"

# %% [markdown] mistake="orders-steps-multiplied"
# The costs of the steps are multiplied.
#
# One step comes after the other, so their costs add up.

# %%
orders["from_the_loss"] = "z3 z2 z2 z1 z1 x"
orders["from_the_input"] = "z2 z1 x z3 z2 x z3 x"

# %% [markdown] mistake="orders-swapped"
# This is what the other order takes.
#
# From the loss, everything in between is a single row.

# %%
orders["from_the_loss"] = "z2 z1 x + z3 z2 x + z3 x"
orders["from_the_input"] = "z3 z2 + z2 z1 + z1 x"

# %% [markdown] right="cost-orders-factored"
# Factored.

# %%
orders["from_the_loss"] = "z2*(z3 + z1) + z1*x"
orders["from_the_input"] = "x*(z2*z1 + z3*z2 + z3)"

# %% [markdown] right="cost-orders-with-bars"
# Sizes between bars, and subscripts.

# %%
orders["from_the_loss"] = "1|z3||z2| + 1|z2||z1| + 1|z1||x|"
orders["from_the_input"] = "z₂·z₁·x + z₃·z₂·x + z₃·x"
