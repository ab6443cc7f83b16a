# %% [markdown] exercise=["hw6-memory/in-place-numbers"]

# %% [markdown] mistake="changed-does-not-matter"
# The old result of the sigmoid is used.
#
# `self.output()` reads what is in `self.result` now. The change was made in place, so the old value
# no longer exists anywhere.

# %%
in_place_numbers["changed"] = 0.25

# %% [markdown] mistake="changed-sign-lost"
# A sign is lost in 1 - s.
#
# s is 1.5 now, so what is 1 - s?

# %%
in_place_numbers["changed"] = 0.75

# %% [markdown] mistake="masked-is-zero"
# The mask is assumed to change with the result.
#
# The mask is a tensor of its own, made in forward. Setting the result to 0 does not touch it.

# %%
in_place_numbers["masked"] = 0

# %% [markdown] mistake="masked-times-value"
# The value of ReLU is taken for its gradient.
#
# Where the input is positive the gradient passes unchanged: upstream 1, downstream?

# %%
in_place_numbers["masked"] = 3

# %% [markdown] right="hw6-in-place-numbers-in-formulas"
# Changed in place, in formulas.

# %%
in_place_numbers = {"right": "1/4", "changed": "1.5*(1 - 1.5)", "masked": 1.0}
