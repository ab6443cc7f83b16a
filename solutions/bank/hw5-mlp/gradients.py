# %% [markdown] exercise=["hw5-mlp/gradients"]

# %% [markdown] mistake="first-weights-read-h"
# The first layer is given the input of the second.
#
# `W1` multiplies `x`. The gradient of each of its entries is a gradient of `z`, times what that
# entry multiplies.

# %%
gradients["dJ_dW1"] = "h.T @ dJ_dz + lam * W1"

# %% [markdown] mistake="first-weights-skip-the-tanh"
# The gradient of W1 skips the tanh.
#
# Between `h` and `W1` lies `z`. Going backward, the tanh comes before the product.

# %%
gradients["dJ_dW1"] = "x.T @ dJ_dh + lam * W1"

# %% [markdown] mistake="hidden-forgets-upstream"
# The local gradient alone is taken for the gradient of h.
#
# By how much `J` moves with `h` depends on how much it moves with `o`: that factor is still
# missing.

# %%
gradients["dJ_dh"] = "W2.T"

# %% [markdown] mistake="hidden-gets-penalty"
# The gradient of h gets a share of the penalty.
#
# Only what enters `s` gets a share of it, and `h` does not. Look at the arrows that leave `h`.

# %%
gradients["dJ_dh"] = "dJ_do @ W2.T + lam * h"

# %% [markdown] mistake="hidden-without-transpose"
# The gradient of h uses W2 without transposing it.
#
# Forward, `W2` leads from hidden units to outputs; backward, from outputs to hidden units. Write
# down the shapes: which side of `W2` has to face the gradient of `o`?

# %%
gradients["dJ_dh"] = "dJ_do @ W2"

# %% [markdown] mistake="hidden-wrong-side"
# The gradient of h multiplies from the wrong side.
#
# A row stands on the left of a matrix. Write down both shapes and see which order fits.

# %%
gradients["dJ_dh"] = "W2.T @ dJ_do"

# %% [markdown] mistake="hidden-wrong-side-in-columns"
# The gradient of h multiplies from the wrong side.
#
# A row stands on the left of a matrix. Write down both shapes and see which order fits.

# %%
gradients["dJ_dh"] = "W2 @ dJ_do"

# %% [markdown] mistake="loss-gradient-is-the-loss"
# The value of L is taken for the gradient with respect to L.
#
# Move `L` by a little: by how much does `J = L + s` move? No value of the forward pass has a say
# in that.

# %%
gradients["dJ_dL"] = "L"

# %% [markdown] mistake="output-gradient-doubled"
# The gradient at the output is twice as large as it should be.
#
# The square brings a 2, and the half in front of it takes it away again. For `o - y = 3`, `L` is
# 4.5; compute it for 3.01 as well, and compare.

# %%
gradients["dJ_do"] = "2 * (o - y)"

# %% [markdown] mistake="output-gradient-forgets-label"
# The gradient at the output forgets the label.
#
# When `o = y` the loss is at its lowest, so there the gradient has to be 0.

# %%
gradients["dJ_do"] = "o"

# %% [markdown] mistake="output-gradient-sign"
# The gradient at the output has the wrong sign.
#
# If the output is above the label, then moving it up makes the loss larger, so the gradient is
# positive there. Take `o = 3`, `y = 1`.

# %%
gradients["dJ_do"] = "y - o"

# %% [markdown] mistake="penalty-added-as-value"
# The value of the penalty is added to a gradient.
#
# A gradient says by how much `J` moves, so what is added has to be the derivative of `s` with
# respect to each weight: a matrix, not a single number.

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do + s"
gradients["dJ_dW1"] = "x.T @ dJ_dz + s"

# %% [markdown] mistake="penalty-gradient-is-a-norm"
# A norm is taken for the share of the penalty.
#
# Each entry of `W` moves `s` by its own amount, so the share is a matrix of the shape of `W`.
# Differentiate `λ w^2 / 2` for one entry `w`.

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do + lam * SquaredNorm(W2)"
gradients["dJ_dW1"] = "x.T @ dJ_dz + lam * SquaredNorm(W1)"

# %% [markdown] mistake="penalty-gradient-is-lambda"
# Lambda is taken for the gradient with respect to s.
#
# Lambda is inside `s`, and appears when `s` is differentiated. Here the question is only by how
# much `J = L + s` moves with `s`.

# %%
gradients["dJ_ds"] = "lam"

# %% [markdown] mistake="penalty-keeps-its-half"
# The share of the penalty still has its half.
#
# The derivative of `w^2` is `2w`, and this 2 cancels the half. Differentiate
# `λ/2 w^2`.

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do + lam / 2 * W2"
gradients["dJ_dW1"] = "x.T @ dJ_dz + lam / 2 * W1"

# %% [markdown] mistake="penalty-keeps-its-two"
# The share of the penalty is twice as large as it should be.
#
# The 2 of the square cancels the half in front of it. Differentiate `λ w^2 / 2`.

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do + 2 * lam * W2"
gradients["dJ_dW1"] = "x.T @ dJ_dz + 2 * lam * W1"

# %% [markdown] mistake="penalty-of-the-other-weights"
# The penalty of the other matrix is added.
#
# Each matrix is penalised for its own entries. The share has the shape of the matrix whose gradient
# it is.

# %%
gradients["dJ_dW1"] = "x.T @ dJ_dz + lam * W2"

# %% [markdown] mistake="penalty-share-is-lambda"
# Lambda alone is taken for the share of the penalty.
#
# How fast `λ/2 w^2` grows with `w` depends on how large `w` is. Differentiate it.

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do + lam"
gradients["dJ_dW1"] = "x.T @ dJ_dz + lam"

# %% [markdown] mistake="tanh-as-matrix-product"
# The local gradient of tanh is multiplied as a matrix.
#
# Each `h_i` depends only on its own `z_i`, so each entry of the gradient has one factor: a product
# entry by entry.

# %%
gradients["dJ_dz"] = "dJ_dh @ (1 - h**2)"

# %% [markdown] mistake="tanh-derivative-applied-twice"
# The tanh is applied once too often.
#
# `h` is the tanh of `z` already. At `z = 0.5`, `h` is 0.46, and the slope is `1 - 0.46^2`.

# %%
gradients["dJ_dz"] = "dJ_dh * (1 - tanh(h)**2)"

# %% [markdown] mistake="tanh-derivative-not-squared"
# The square is missing in the derivative of tanh.
#
# At `z = -0.5`, `h` is `-0.46`; a slope of `1 + 0.46` would be steeper than tanh is anywhere.

# %%
gradients["dJ_dz"] = "dJ_dh * (1 - h)"

# %% [markdown] mistake="tanh-derivative-of-sigmoid"
# The derivative of the sigmoid is taken for that of tanh.
#
# `h (1 - h)` belongs to the sigmoid, whose values lie between 0 and 1. For a negative `h` it
# would be negative, but tanh rises everywhere.

# %%
gradients["dJ_dz"] = "dJ_dh * h * (1 - h)"

# %% [markdown] mistake="tanh-derivative-of-z"
# The derivative of tanh is written with z instead of h.
#
# It is `1 - tanh(z)^2`, and `tanh(z)` is `h`. At `z = 3` the curve is nearly flat: is `1 - 3^2`
# nearly 0?

# %%
gradients["dJ_dz"] = "dJ_dh * (1 - z**2)"

# %% [markdown] mistake="tanh-derivative-squares-the-difference"
# The difference is squared in the derivative of tanh, not h.
#
# At `z = -0.5`, `h` is `-0.46`, and `(1 + 0.46)^2` would be steeper than tanh is anywhere. What
# is squared, and what is subtracted then?

# %%
gradients["dJ_dz"] = "dJ_dh * (1 - h)**2"

# %% [markdown] mistake="tanh-forgets-local"
# The gradient passes through the tanh unchanged.
#
# Where tanh is flat, moving `z` hardly moves `h`, and `J` hardly moves. So there is a factor
# between the two gradients.

# %%
gradients["dJ_dz"] = "dJ_dh"

# %% [markdown] mistake="tanh-forgets-upstream"
# The local gradient alone is taken for the gradient of z.
#
# The slope of tanh says how `h` moves with `z`. How `J` moves with `h` has to be a factor as
# well.

# %%
gradients["dJ_dz"] = "1 - h**2"

# %% [markdown] mistake="weights-entry-by-entry"
# Two rows of different lengths are multiplied entry by entry.
#
# Every hidden unit feeds every output, so the gradient has an entry for each pair: a column times a
# row, as a matrix product.

# %%
gradients["dJ_dW2"] = "dJ_do * h + lam * W2"
gradients["dJ_dW1"] = "dJ_dz * x + lam * W1"

# %% [markdown] mistake="weights-forget-the-penalty"
# The gradients of the weights forget the penalty.
#
# Two arrows leave each matrix of weights in the picture, one to the product and one to its squared
# norm. Gradients add up at forks: what share does the second one bring?

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do"
gradients["dJ_dW1"] = "x.T @ dJ_dz"

# %% [markdown] mistake="weights-inner-product"
# The product of the two rows is a single number.
#
# With the transposed row on the right the inner numbers of the shapes have to agree. The product
# you need has a column on the left and a row on the right, and gives a whole matrix.

# %%
gradients["dJ_dW2"] = "h @ dJ_do.T + lam * W2"
gradients["dJ_dW1"] = "x @ dJ_dz.T + lam * W1"

# %% [markdown] mistake="weights-transposed"
# The gradient of the weights has come out transposed.
#
# It has the shape of the weights: for `W2` a row for each hidden unit and a column for each
# output. Which of the two rows has to be transposed?

# %%
gradients["dJ_dW2"] = "dJ_do.T @ h + lam * W2.T"
gradients["dJ_dW1"] = "dJ_dz.T @ x + lam * W1.T"

# %% [markdown] mistake="weights-without-transpose"
# Two rows are multiplied without a transpose.
#
# A row times a row is not a matrix product. Look for a product of shapes that gives the shape of
# the weights.

# %%
gradients["dJ_dW2"] = "h @ dJ_do + lam * W2"
gradients["dJ_dW1"] = "x @ dJ_dz + lam * W1"

# %% [markdown] right="hw5-gradients-as-on-paper"
# Gradients with the signs of a textbook, and with broadcasting.

# %%
gradients = {
    "dJ_dL": "1",
    "dJ_ds": "dJ_dL",
    "dJ_do": "dJ_dL * (o − y)",
    "dJ_dW2": "h^T * dJ_do + dJ_ds * λ * W2",
    "dJ_dh": "(W2 @ dJ_do^T)^T",
    "dJ_dz": "dJ_dh ⊙ (1 − h²)",
    "dJ_dW1": "xᵀ @ dJ_dz + λ * W1",
}

# %% [markdown] right="hw5-gradients-in-full"
# Gradients that do not build on each other.

# %%
gradients = {
    "dJ_dL": 1,
    "dJ_ds": 1.0,
    "dJ_do": "tanh(x @ W1) @ W2 - y",
    "dJ_dW2": "lam * W2 + tanh(z).T @ (o - y)",
    "dJ_dh": "(o - y) @ W2.T",
    "dJ_dz": "((o - y) @ W2.T) * (1 - tanh(z)**2)",
    "dJ_dW1": "x.T @ ((1 - h * h) * ((o - y) @ W2.T)) + lam * W1",
}
