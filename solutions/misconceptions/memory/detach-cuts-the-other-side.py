# %% [markdown] exercise=["hw6-memory/frozen"]
# The wrong side of the cut.
#
# Gradients come from the loss. What lies behind the cut, as seen from the loss, gets nothing; everything
# on this side of it, and on other ways, gets its share.

# %%
frozen["a"] = 'W1'
frozen["b"] = 'W2'
