# %% [markdown] exercise=["hw1-cosh/sinh-formula"]
# The signs are the wrong way round.
#
# Which of the two exponents has the derivative -1?

# %%
dz_dx = "(exp(-x) - exp(x)) / 2"
