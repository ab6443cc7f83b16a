# %% [markdown] exercise=["hw1-cosh/sinh-formula"]
# By its name.

# %%
dz_dx = "sinh(x)"
