# %% [markdown] exercise=["hw6-memory/frozen"]
# The cut taken for one through all ways.
#
# `.detach()` cuts the one arrow at which it stands. A product has two inputs, and the arrow to the other
# one is whole.

# %%
frozen["a"] = 'neither'
frozen["b"] = 'neither'
