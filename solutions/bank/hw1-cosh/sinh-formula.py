# %% [markdown] exercise=["hw1-cosh/sinh-formula"]

# %% [markdown] mistake="sinh-half-on-one-term"
# Only one of the two terms is divided by 2.
#
# The whole sum has to be divided, but without brackets only the last term is. Compare (4 + 2) / 2
# with 4 + 2 / 2.

# %%
dz_dx = "exp(x) - exp(-x) / 2"

# %% [markdown] mistake="sinh-no-half"
# The factor 1/2 is lost.
#
# A constant factor stays in front when you differentiate.

# %%
dz_dx = "exp(x) - exp(-x)"

# %% [markdown] mistake="sinh-power-rule"
# The power rule is used on an exponential.
#
# The x is in the exponent here, so the rule for x^n does not apply: the derivative of exp(x) is
# exp(x).

# %%
dz_dx = "(x e^(x-1) - x e^(-x-1)) / 2"

# %% [markdown] mistake="sinh-quarter"
# Everything is divided by 4.
#
# If you used the quotient rule: it divides by the square of the denominator, but it also multiplies
# by the denominator first. If the denominator is a plain number, you do not need it. Treat x^2 / 3
# as one third of x^2.

# %%
dz_dx = "(exp(x) - exp(-x)) / 4"

# %% [markdown] mistake="sinh-same-back"
# cosh is given once more.
#
# Exp is its own derivative, but the second exponent is -x, and the derivative of -x comes out in
# front.

# %%
dz_dx = "(exp(x) + exp(-x)) / 2"

# %% [markdown] mistake="sinh-sign-outside"
# The signs are the wrong way round.
#
# Which of the two exponents has the derivative -1?

# %%
dz_dx = "(exp(-x) - exp(x)) / 2"

# %% [markdown] right="formula-sinh"
# By its name.

# %%
dz_dx = "sinh(x)"
