# %% [markdown] exercise=["hw6-memory/frozen"]
# A cut at the output is overlooked.
#
# The brackets matter: the whole output is detached. Is there any path from o that avoids this cut?

# %%
frozen["c"] = 'both'
