# %% [markdown] exercise=["hw6-memory/in-place-numbers"]
# Changed in place, in formulas.

# %%
in_place_numbers = {"right": "1/4", "changed": "1.5*(1 - 1.5)", "masked": 1.0}
