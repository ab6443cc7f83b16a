# %% [markdown] exercise=["hw7-cost/outputs"]
# The outputs are counted in every product.
#
# From the input, the first Jacobian comes in at the very end.

# %%
outputs["from_the_input"] = "y z2 z1 x + y z3 z2 x + y z3 x"
