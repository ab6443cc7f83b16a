# %% [markdown] exercise=["hw6-memory/in-place-numbers"]
# The mask does not change with the result.
#
# The mask is a tensor of its own, made in forward. Setting the result to 0 does not touch it.

# %%
in_place_numbers["masked"] = 0
