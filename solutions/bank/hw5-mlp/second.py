# %% [markdown] exercise=["hw5-mlp/second"]

# %% [markdown] mistake="entries-of-one-half"
# Equal pairs are counted once.
#
# The matrix of second derivatives is symmetric, so half of it would be enough to store. But the
# question is about all entries of the matrix: each pair in both orders.

# %%
second_derivatives["entries"] = "P (P + 1) / 2"

# %% [markdown] mistake="entries-of-the-gradient"
# The entries of the gradient are counted.
#
# The gradient has one entry for each parameter. Each of these, in turn, has a derivative with
# respect to each parameter.

# %%
second_derivatives["entries"] = "P"

# %% [markdown] mistake="mixed-forgets-tanh"
# The derivative of tanh is missing.
#
# `h` depends on `W1` through the tanh, whose slope is `1 - h^2`.

# %%
second_derivatives["d2J_dW1dW2"] = "x (W2 h + o - y)"

# %% [markdown] mistake="mixed-forgets-that-h-moves"
# The derivative of h itself is missing.
#
# `W2 h + o - y` says how the product moves when `h` moves. By how much does `h = tanh(x W1)` move when `W1`
# does?

# %%
second_derivatives["d2J_dW1dW2"] = "W2 h + o - y"

# %% [markdown] mistake="mixed-forgets-x"
# The derivative of `x W1` is missing.
#
# `h = tanh(x W1)`: when `W1` moves by a little, `x W1` moves by `x` times as much.

# %%
second_derivatives["d2J_dW1dW2"] = "(1 - h^2) (W2 h + o - y)"

# %% [markdown] mistake="mixed-is-zero"
# The two weights are treated as independent of each other.
#
# How much moving `W2` changes `J` depends on `h`, and `h` depends on `W1`.

# %%
second_derivatives["d2J_dW1dW2"] = 0

# %% [markdown] mistake="mixed-one-half"
# One half of the product rule is missing: the factor h moves as well.
#
# In `(o - y) h` both factors depend on `W1`. For `u v` the derivative is `u' v + u v'`.

# %%
second_derivatives["d2J_dW1dW2"] = "(1 - h^2) x W2 h"

# %% [markdown] mistake="mixed-other-half"
# One half of the product rule is missing: o moves as well.
#
# In `(o - y) h` both factors depend on `W1`, because `o = h W2`. For `u v` the derivative is `u'
# v + u v'`.

# %%
second_derivatives["d2J_dW1dW2"] = "(1 - h^2) x (o - y)"

# %% [markdown] mistake="second-forgets-penalty"
# The penalty is missing in the second derivative.
#
# The first derivative has the term `λ W2`. It moves with `W2`.

# %%
second_derivatives["d2J_dW2dW2"] = "h^2"

# %% [markdown] mistake="second-forgets-that-o-moves"
# The output is treated as a constant.
#
# `o = h W2` depends on `W2`, so `(o - y) h` does too.

# %%
second_derivatives["d2J_dW2dW2"] = "lam"

# %% [markdown] mistake="second-h-not-squared"
# One factor h is missing.
#
# `o = h W2` moves by `h` when `W2` moves, and in `(o - y) h` it is multiplied by another `h`.

# %%
second_derivatives["d2J_dW2dW2"] = "h + lam"

# %% [markdown] mistake="second-is-the-first"
# This is the first derivative.
#
# Differentiate `(o - y) h + λ W2` once more. What of it depends on `W2`?

# %%
second_derivatives["d2J_dW2dW2"] = "(o - y) h + lam W2"

# %% [markdown] right="hw5-second-in-other-letters"
# Second derivatives with o in place of the product.

# %%
second_derivatives = {
    "d2J_dW2dW2": "tanh(W1 x)^2 + lam",
    "d2J_dW1dW2": "x (1 - h^2) (2 o - y)",
    "entries": 1000**2,
}
