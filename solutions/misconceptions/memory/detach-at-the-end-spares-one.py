# %% [markdown] exercise=["hw6-memory/frozen"]
# A way around a cut that there is not.
#
# The brackets matter: the product with W2 was computed inside of what is detached.

# %%
frozen["c"] = 'W2'
