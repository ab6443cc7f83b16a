# %% [markdown] exercise=["hw6-memory/frozen"]
# One cut is assumed to block every path.
#
# `.detach()` cuts the one arrow at which it stands. A product has two inputs, and the arrow to the
# other one is not cut.

# %%
frozen["a"] = 'neither'
frozen["b"] = 'neither'
