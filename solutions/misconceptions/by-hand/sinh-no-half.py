# %% [markdown] exercise=["hw1-cosh/sinh-formula"]
# The factor 1/2 is lost.
#
# A constant factor stays in front when you differentiate.

# %%
dz_dx = "exp(x) - exp(-x)"
