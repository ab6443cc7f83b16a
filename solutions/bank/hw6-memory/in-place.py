# %% [markdown] exercise=["hw6-memory/in-place"]

# %% [markdown] mistake="exp-may-be-changed"
# The result of exp must not be changed, because it is kept.
#
# The derivative of exp is its own result, so the result is kept. Which tensor does `add_` write
# into?

# %%
in_place["exp_changed"] = 'fine'

# %% [markdown] mistake="relu-after-product-refused"
# The result of this product is not kept, so it may be changed.
#
# For the gradient of x, the product with 3 needs the 3 and not its result. And ReLU keeps its own
# output, as it is after the change.

# %%
in_place["relu_after_product"] = 'error'

# %% [markdown] mistake="relu-after-sigmoid-allowed"
# The result of sigmoid must not be changed, because it is kept.
#
# `relu_` writes into the tensor it is called on. That is the output of sigmoid, and sigmoid has
# kept it. (Here even the numbers stay the same. PyTorch counts changes; it does not look at the
# numbers.)

# %%
in_place["relu_after_sigmoid"] = 'fine'

# %% [markdown] mistake="sigmoid-of-changed-refused"
# The input of sigmoid is not kept, so it may be changed.
#
# Does backward of sigmoid need the input, or is the output enough? Exercise 2 answers it.

# %%
in_place["sigmoid_of_changed"] = 'error'

# %% [markdown] mistake="sin-must-not-be-changed"
# The result of sin is not kept, so it may be changed.
#
# The derivative of sin is cos of the *input*, so the input is kept. Which tensor does `add_` write
# into?

# %%
in_place["sin_changed"] = 'error'

# %% [markdown] mistake="square-of-changed-allowed"
# This input must not be changed, because it is kept.
#
# The derivative of x**2 needs x, so x is kept. Then it is changed, and only afterwards does
# backward ask for it. It does not help that the output was computed earlier.

# %%
in_place["square_of_changed"] = 'fine'

# %% [markdown] mistake="sum-must-not-be-changed"
# The result of a sum is not kept, so it may be changed.
#
# The derivative of x + 3 is 1, whatever x is. So is there anything to keep?

# %%
in_place["sum_changed"] = 'error'
