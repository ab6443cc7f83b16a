# %% [markdown] exercise=["hw1-cosh/sinh-formula"]
# Only one of the two terms is divided by 2.
#
# The whole sum has to be divided, but without brackets only the last term is. Compare (4 + 2) / 2
# with 4 + 2 / 2.

# %%
dz_dx = "exp(x) - exp(-x) / 2"
