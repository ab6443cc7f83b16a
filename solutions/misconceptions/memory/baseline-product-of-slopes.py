# %% [markdown] exercise=["hw6-memory/baseline"]
# The derivative of a product as the product of derivatives.
#
# The product rule has two terms: the derivative of each factor times the *value* of the other one.

# %%
baseline["through"] = '-3/4'
