# %% [markdown] exercise=["hw7-cost/outputs"]
# This is still for a single output.
#
# The first Jacobian has y rows now. Which products is it a part of?

# %%
outputs["from_the_output"] = "z3 z2 + z2 z1 + z1 x"
outputs["from_the_input"] = "z2 z1 x + z3 z2 x + z3 x"
