# %% [markdown] exercise=["hw1-cosh/sinh-formula"]
# Everything is divided by 4.
#
# The quotient rule divides by the square of the denominator, but it also multiplies by the
# denominator first. If the denominator is a plain number, you do not need it. Treat x^2 / 3 as one
# third of x^2.

# %%
dz_dx = "(exp(x) - exp(-x)) / 4"
