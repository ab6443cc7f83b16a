# %% [markdown] exercise=["hw7-cost/outputs"]
# Factored.

# %%
outputs["from_the_output"] = "y (z3 z2 + z2 z1 + z1 x)"
outputs["from_the_input"] = "x (z2 z1 + z3 z2 + y z3)"
