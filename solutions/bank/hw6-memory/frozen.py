# %% [markdown] exercise=["hw6-memory/frozen"]

# %% [markdown] mistake="detach-at-the-end-is-harmless"
# A cut at the output is overlooked.
#
# The brackets matter: the whole output is detached. Is there any path from o that avoids this cut?

# %%
frozen["c"] = 'both'

# %% [markdown] mistake="detach-blocks-everything"
# One cut is assumed to block every path.
#
# `.detach()` cuts the one arrow at which it stands. A product has two inputs, and the arrow to the
# other one is not cut.

# %%
frozen["a"] = 'neither'
frozen["b"] = 'neither'

# %% [markdown] mistake="detach-cuts-the-other-side"
# The wrong side of the cut gets the gradient.
#
# Gradients come from o. What lies behind the cut, as seen from o, gets nothing; everything on this
# side of it, and on other paths, gets its share.

# %%
frozen["a"] = 'W1'
frozen["b"] = 'W2'

# %% [markdown] mistake="detach-data"
# Detaching the data is assumed to detach the layer.
#
# x is data, and nobody needs its gradient. It is cut off, but W1, the other input of the same
# product, is not.

# %%
frozen["d"] = 'W2'

# %% [markdown] right="hw6-frozen-in-small-letters"
# Frozen layers in small letters.

# %%
frozen = {"a": "w2", "b": "w1", "c": "Neither", "d": "BOTH"}
