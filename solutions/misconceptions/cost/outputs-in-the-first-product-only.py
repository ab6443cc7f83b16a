# %% [markdown] exercise=["hw7-cost/outputs"]
# The outputs are counted in the first product only.
#
# The result of the first product has y rows too, and goes into the next one.

# %%
outputs["from_the_output"] = "y z3 z2 + z2 z1 + z1 x"
