# %% [markdown] exercise=["hw6-memory/in-place-numbers"]
# The mask taken to change with the result.
#
# The mask is a tensor of its own, made in forward. To set the result to 0 does not touch it.

# %%
in_place_numbers["masked"] = 0
