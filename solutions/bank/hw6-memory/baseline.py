# %% [markdown] exercise=["hw6-memory/baseline"]

# %% [markdown] mistake="baseline-guess-only"
# Only the baseline v is differentiated.
#
# J is a product, and both factors depend on w. The share by way of the log-probability is missing.

# %%
baseline["through"] = '-3/2'

# %% [markdown] mistake="baseline-product-of-slopes"
# The derivative of the product is computed as the product of the derivatives.
#
# The product rule has two terms: the derivative of each factor times the *value* of the other one.

# %%
baseline["through"] = '-3/4'

# %% [markdown] mistake="baseline-sign"
# A sign is lost.
#
# There is a minus before the bracket in J, and another one in the log-probability.

# %%
baseline["through"] = 0.5
baseline["detached"] = -1

# %% [markdown] mistake="baseline-swapped"
# This is the answer for the other case.
#
# Detached means that v is a mere number: only the log-probability depends on w then.

# %%
baseline["through"] = 1
baseline["detached"] = '-1/2'

# %% [markdown] right="hw6-baseline-in-formulas"
# The baseline worked out in formulas.

# %%
baseline = {"through": "1.5*(-1) - (5 - 3)*(-0.5)", "detached": "-(5 - 3)*(-0.5)"}
