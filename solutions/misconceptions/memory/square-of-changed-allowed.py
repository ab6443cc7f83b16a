# %% [markdown] exercise=["hw6-memory/in-place"]
# A kept input taken for one that may be changed.
#
# The derivative of x**2 needs x, so x is kept. Then it is changed, and only afterwards does backward ask
# for it. That the output was computed before does not help.

# %%
in_place["square_of_changed"] = 'fine'
