# %% [markdown] exercise=["hw7-cost/outputs"]
# The two orders are swapped.
#
# Begin at the end that the name says.

# %%
outputs["from_the_output"] = "z2 z1 x + z3 z2 x + y z3 x"
outputs["from_the_input"] = "y z3 z2 + y z2 z1 + y z1 x"
