# %% [markdown] exercise=["hw6-memory/frozen"]
# A cut at the output overlooked.
#
# The brackets matter: what is detached is the whole output. From o, is there any way that does not pass
# this cut?

# %%
frozen["c"] = 'both'
