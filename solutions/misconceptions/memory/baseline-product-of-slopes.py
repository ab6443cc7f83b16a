# %% [markdown] exercise=["hw6-memory/baseline"]
# The derivative of the product is computed as the product of the derivatives.
#
# The product rule has two terms: the derivative of each factor times the *value* of the other one.

# %%
baseline["through"] = '-3/4'
