# %% [markdown] exercise=["hw1-cosh/sinh-formula"]
# The power rule is used on an exponential.
#
# The x is in the exponent here, so the rule for x^n does not apply: the derivative of exp(x) is
# exp(x).

# %%
dz_dx = "(x e^(x-1) - x e^(-x-1)) / 2"
