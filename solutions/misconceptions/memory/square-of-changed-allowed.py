# %% [markdown] exercise=["hw6-memory/in-place"]
# This input must not be changed, because it is kept.
#
# The derivative of x**2 needs x, so x is kept. Then it is changed, and only afterwards does
# backward ask for it. It does not help that the output was computed earlier.

# %%
in_place["square_of_changed"] = 'fine'
