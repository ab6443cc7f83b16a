# %% [markdown] exercise=["hw6-memory/frozen"]
# The wrong side of the cut gets the gradient.
#
# Gradients come from o. What lies behind the cut, as seen from o, gets nothing; everything on this
# side of it, and on other paths, gets its share.

# %%
frozen["a"] = 'W1'
frozen["b"] = 'W2'
