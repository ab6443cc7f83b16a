# %% [markdown] exercise=["hw6-memory/frozen"]
# A cut at the output is overlooked.
#
# The brackets matter: the whole output is detached. Is there any way from o that does not pass this
# cut?

# %%
frozen["c"] = 'both'
