# %% [markdown] exercise=["hw6-memory/in-place"]
# This input must not be changed, because it is kept.
#
# The derivative of x**2 needs x, so x is kept. Then it is changed, and only afterwards does
# backward ask for it. That the output was computed before does not help.

# %%
in_place["square_of_changed"] = 'fine'
