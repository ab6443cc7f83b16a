# %% [markdown] exercise=["hw5-mlp/batch-gradients"]

# %% [markdown] mistake="batch-divides-twice"
# The gradient of the weights is divided by n once more.
#
# The loss has already taken the mean, and its `1/n` is in every gradient from there on. Divide only
# once.

# %%
batch_gradients["dJ_dW1"] = "X.T @ dJ_dZ / n + lam * W1"
batch_gradients["dJ_dW2"] = "H.T @ dJ_dO / n + lam * W2"

# %% [markdown] mistake="batch-forgets-the-penalty"
# The penalty is forgotten.
#
# The weights are still a fork: one arrow leads to the layer, one to the penalty.

# %%
batch_gradients["dJ_dW1"] = "X.T @ dJ_dZ"
batch_gradients["dJ_dW2"] = "H.T @ dJ_dO"

# %% [markdown] mistake="batch-tanh-forgets-upstream"
# The local gradient alone is taken for the gradient of Z.
#
# The slope of tanh says how `H` moves with `Z`. How `J` moves with `H` has to be a factor as
# well.

# %%
batch_gradients["dJ_dZ"] = "1 - H**2"

# %% [markdown] mistake="batch-tanh-of-z"
# With a batch, the derivative of tanh is written with Z.
#
# It is `1 - tanh^2`, and `tanh(Z)` is `H`.

# %%
batch_gradients["dJ_dZ"] = "dJ_dH * (1 - Z**2)"

# %% [markdown] mistake="bias-gradient-along-the-rows"
# The gradient of the bias is added up along the wrong axis.
#
# A row of `Z` belongs to one example, a column to one hidden unit. The shares of all *examples*
# have to be added.

# %%
batch_gradients["dJ_db"] = "RowSums(dJ_dZ)"

# %% [markdown] mistake="bias-gradient-averaged"
# The gradient of the bias is averaged.
#
# The loss has already taken the mean, so the upstream gradient is already divided by `n`. At a
# fork, gradients add up.

# %%
batch_gradients["dJ_db"] = "ColumnSums(dJ_dZ) / n"

# %% [markdown] mistake="bias-gradient-one-number"
# A single number is given for the gradient of the bias.
#
# Each hidden unit has a bias of its own. Add up each column by itself.

# %%
batch_gradients["dJ_db"] = "Sum(dJ_dZ)"

# %% [markdown] mistake="bias-gradient-per-example"
# The gradient of the bias keeps a row for each example.
#
# There is one bias, used in every row: a fork. Its gradient has the shape of `b`, so the shares are
# added up.

# %%
batch_gradients["dJ_db"] = "dJ_dZ"

# %% [markdown] mistake="bias-gradient-with-penalty"
# The gradient of the bias has a share of the penalty.
#
# In this network only the two weight matrices are penalised. No arrow leads from `b` to `s`.

# %%
batch_gradients["dJ_db"] = "ColumnSums(dJ_dZ) + lam * b"

# %% [markdown] mistake="logistic-gradient-forgets-label"
# The gradient of the logistic loss forgets the label.
#
# Each term is `log(1 + e^o) - y o`, and its second part moves with `o` as well.

# %%
batch_gradients["dJ_dO"] = "sigmoid(O) / n"

# %% [markdown] mistake="logistic-gradient-of-squares"
# The gradient of the squared loss is taken for that of this loss.
#
# The loss has changed, and this is the one gradient that shows it. Differentiate `log(1 +
# e^o) - y o`.

# %%
batch_gradients["dJ_dO"] = "(O - Y) / n"

# %% [markdown] mistake="logistic-gradient-of-squares-not-divided"
# The gradient of O is taken from a squared loss.
#
# The derivative of `log(1 + e^o)` is the sigmoid of `o`, not `o` itself; and the loss is a mean
# over `n` examples.

# %%
batch_gradients["dJ_dO"] = "O - Y"

# %% [markdown] mistake="logistic-gradient-sign"
# The logistic loss's gradient has the wrong sign.
#
# Where the label is 1, moving the output up makes the loss smaller: the gradient is negative
# there.

# %%
batch_gradients["dJ_dO"] = "(Y - sigmoid(O)) / n"

# %% [markdown] mistake="logistic-gradient-with-the-other-probability"
# The gradient of O has the probability of no where it needs that of yes.
#
# `1 / (1 + e^o)` falls as `o` rises. But for a large `o`, `log(1 + e^o)` is nearly `o`, and so its
# slope is nearly 1. Which sign has the exponent in the sigmoid?

# %%
batch_gradients["dJ_dO"] = "(1 / (1 + exp(O)) - Y) / n"

# %% [markdown] mistake="logistic-gradient-without-mean"
# The gradient at the output forgets that the loss is a mean.
#
# Each term counts with `1/n`. If every example were there twice, the mean would be the same, so
# each of them has to count half.

# %%
batch_gradients["dJ_dO"] = "sigmoid(O) - Y"

# %% [markdown] right="hw5-batch-gradients-in-full"
# Gradients of a batch, written out in other words.

# %%
batch_gradients = {
    "dJ_dO": "(1 / (1 + exp(-O)) - Y) / n",
    "dJ_dW2": "lam * W2 + (dJ_dO.T @ H).T",
    "dJ_dH": "dJ_dO * W2.T",
    "dJ_dZ": "dJ_dH - dJ_dH * H**2",
    "dJ_db": "dJ_dZ.sum(0, keepdim=True)",
    "dJ_dW1": "X.T @ dJ_dZ + W1 * lam",
}
