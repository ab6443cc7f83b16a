# %% [markdown] exercise=["hw7-cost/outputs"]

# %% [markdown] mistake="outputs-in-every-product"
# The outputs are counted in every product.
#
# From the input, the leftmost Jacobian, J4, comes in at the very end.

# %%
outputs["from_the_input"] = "y z2 z1 x + y z3 z2 x + y z3 x"

# %% [markdown] mistake="outputs-in-the-first-product-only"
# The outputs are counted in the first product only.
#
# The result of the first product has y rows too, and goes into the next one.

# %%
outputs["from_the_output"] = "y z3 z2 + z2 z1 + z1 x"

# %% [markdown] mistake="outputs-one-loss"
# This is still for a single output.
#
# The leftmost Jacobian, J4, has y rows now. Which products is it a part of?

# %%
outputs["from_the_output"] = "z3 z2 + z2 z1 + z1 x"
outputs["from_the_input"] = "z2 z1 x + z3 z2 x + z3 x"

# %% [markdown] mistake="outputs-swapped"
# This is what the other order takes.
#
# Begin at the end that the name says.

# %%
outputs["from_the_output"] = "z2 z1 x + z3 z2 x + y z3 x"
outputs["from_the_input"] = "y z3 z2 + y z2 z1 + y z1 x"

# %% [markdown] right="cost-outputs-factored"
# Factored.

# %%
outputs["from_the_output"] = "y (z3 z2 + z2 z1 + z1 x)"
outputs["from_the_input"] = "x (z2 z1 + z3 z2 + y z3)"
