# %% [markdown] exercise=["hw6-memory/frozen"]
# Detaching the data is assumed to detach the layer.
#
# x is data, and nobody needs its gradient. It is cut off, but W1, the other input of the same
# product, is not.

# %%
frozen["d"] = 'W2'
