# %% [markdown] exercise=["hw6-memory/frozen"]
# Detached data taken for a detached layer.
#
# x is data, and nobody wants its gradient. It is cut off, and W1, the other input of the same product, is
# not.

# %%
frozen["d"] = 'W2'
