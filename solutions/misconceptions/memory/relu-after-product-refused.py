# %% [markdown] exercise=["hw6-memory/in-place"]
# The result of this product is not kept, so it may be changed.
#
# For the gradient of x, the product with 3 needs the 3 and not its result. And ReLU keeps its own
# output, as it is after the change.

# %%
in_place["relu_after_product"] = 'error'
