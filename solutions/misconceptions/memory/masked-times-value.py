# %% [markdown] exercise=["hw6-memory/in-place-numbers"]
# The gradient of ReLU is not its value.
#
# Where the input is positive the gradient passes unchanged: upstream 1, downstream?

# %%
in_place_numbers["masked"] = 3
