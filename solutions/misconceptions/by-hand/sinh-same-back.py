# %% [markdown] exercise=["hw1-cosh/sinh-formula"]
# The derivative is cosh again.
#
# Exp is its own derivative, but the second exponent is -x, and the derivative of -x comes out in
# front.

# %%
dz_dx = "(exp(x) + exp(-x)) / 2"
