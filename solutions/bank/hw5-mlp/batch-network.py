# %% [markdown] exercise=["hw5-mlp/batch-network"]

# %% [markdown] mistake="batch-keeps-the-squared-loss"
# The loss is still the squared one.
#
# For yes-or-no questions this network uses the logistic loss.

# %%
batch_network["L"] = "SquaredLoss(O, Y)"

# %% [markdown] mistake="batch-penalty-without-strength"
# The penalty has lost its strength, lambda.
#
# Lambda says how much large weights cost, compared with the loss. For norms 2 and 4 and lambda 0.1
# the penalty is 0.3.

# %%
batch_network["s"] = "Mean(SquaredNorm(W1), SquaredNorm(W2))"

# %% [markdown] mistake="bias-added-to-the-weights"
# The bias is added to the weights.
#
# Then each input multiplies the bias, too. It is added after the product, once to every row.

# %%
batch_network["Z"] = "X @ (W1 + b)"

# %% [markdown] mistake="bias-after-the-tanh"
# The bias is added after the tanh.
#
# A bias moves the place where a hidden unit changes its mind, so it belongs inside the tanh: it
# is part of `Z` already.

# %%
batch_network["H"] = "tanh(Z) + b"

# %% [markdown] mistake="bias-before-the-product"
# The bias is added to the examples.
#
# It has a number for each hidden unit, and the examples have one for each input. So it can only
# be added after the product.

# %%
batch_network["Z"] = "(X + b) @ W1"

# %% [markdown] mistake="bias-in-the-penalty"
# The bias is in the penalty.
#
# That could be done, but here only the two weight matrices are penalised. A bias hardly
# helps a network to fit noise.

# %%
batch_network["s"] = "lam / 2 * (SquaredNorm(W1) + SquaredNorm(W2) + SquaredNorm(b))"

# %% [markdown] mistake="bias-left-out"
# The bias is missing in Z.
#
# `Z` is what the activation gets: the row `b` is added to every row of the product first.

# %%
batch_network["Z"] = "X @ W1"

# %% [markdown] mistake="label-term-added"
# The term with the label is added.
#
# For a yes, a larger output has to make the loss smaller. So `Y * O` is subtracted.

# %%
batch_network["L"] = "Sum(log(1 + exp(O)) + Y * O) / 5"

# %% [markdown] mistake="logistic-loss-summed"
# The losses of the examples are added up, and their mean is not taken.
#
# Put every example in twice: your loss doubles. A mean would stay the same.

# %%
batch_network["L"] = "Sum(log(1 + exp(O)) - Y * O)"

# %% [markdown] mistake="logistic-loss-swapped"
# Outputs and labels are exchanged in the loss.
#
# Unlike a squared difference, the logistic loss is not the same both ways. The outputs come
# first.

# %%
batch_network["L"] = "LogisticLoss(Y, O)"

# %% [markdown] mistake="sigmoid-in-the-output"
# The sigmoid is applied in the output layer too.
#
# The logistic loss contains the sigmoid already. The output `o` is any number, and its sign says
# yes or no.

# %%
batch_network["O"] = "sigmoid(H @ W2)"

# %% [markdown] right="hw5-batch-network-in-full"
# The network with a bias, written out.

# %%
batch_network = {
    "Z": "b + X @ W1",
    "H": "torch.tanh(Z)",
    "O": "H @ W2",
    "L": "Sum(log(1 + exp(O)) - Y * O) / 5",
    "s": "lam * (SquaredNorm(W1) + SquaredNorm(W2)) / 2",
    "J": "s + L",
}
