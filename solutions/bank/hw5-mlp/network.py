# %% [markdown] exercise=["hw5-mlp/network"]

# %% [markdown] mistake="layer-entry-by-entry"
# A layer multiplies entry by entry.
#
# In Python `*` pairs up entries in the same place. In a layer every output is a sum over all
# inputs, and `@` computes that.

# %%
network["z"] = "W1 * x"

# %% [markdown] mistake="layer-from-the-left"
# A layer multiplies from the left.
#
# In `x W` the matrix stands on the right. Write the two shapes side by side: in which order do the
# inner numbers agree?

# %%
network["z"] = "W1 @ x"

# %% [markdown] mistake="objective-is-the-loss"
# The objective is the loss alone.
#
# Then the penalty is computed but not used. Both parts of `J` have to get small at the same time.

# %%
network["J"] = "L"

# %% [markdown] mistake="objective-subtracts-the-penalty"
# The objective subtracts the penalty.
#
# Training makes `J` small. With a minus sign, large weights would make it smaller: a reward, not a
# penalty.

# %%
network["J"] = "L - s"

# %% [markdown] mistake="output-skips-the-tanh"
# The output layer reads z instead of h.
#
# Then the tanh is computed but not used. Follow the arrows in the picture: which value leads into
# the second product?

# %%
network["o"] = "z @ W2"

# %% [markdown] mistake="penalty-halved-twice"
# The penalty is half as large as it should be.
#
# The mean of two numbers is half their sum, and lambda multiplies that as it is. For norms 2 and 4
# and lambda 1 the penalty is 3.

# %%
network["s"] = "lam / 2 * Mean(SquaredNorm(W1), SquaredNorm(W2))"

# %% [markdown] mistake="penalty-one-matrix"
# The penalty counts only one matrix of weights.
#
# Both layers have weights, and both are penalised. In the picture an arrow should lead from each of
# the two matrices into the penalty.

# %%
network["s"] = "lam / 2 * SquaredNorm(W1)"

# %% [markdown] mistake="penalty-sums-entries"
# The penalty adds up the weights instead of their squares.
#
# In a sum of entries, positive and negative weights cancel, so huge weights could cost nothing.
# What do the entries 3 and `-3` cost?

# %%
network["s"] = "lam * Mean(Sum(W1), Sum(W2))"

# %% [markdown] mistake="penalty-without-half"
# The penalty has lost its half.
#
# The penalty is lambda times the *mean* of the two squared norms, or half of lambda times their
# sum. For norms 2 and 4 and lambda 1 it is 3.

# %%
network["s"] = "lam * (SquaredNorm(W1) + SquaredNorm(W2))"

# %% [markdown] mistake="penalty-without-strength"
# The penalty has lost its strength, lambda.
#
# Lambda says how much large weights cost, compared with the loss. For norms 2 and 4 and lambda 0.1
# the penalty is 0.3.

# %%
network["s"] = "Mean(SquaredNorm(W1), SquaredNorm(W2))"

# %% [markdown] mistake="squared-loss-not-summed"
# The squared loss is not summed.
#
# `‖·‖^2` is the sum of the squares of all entries, a single number: `SquaredNorm(A)`.
# Squaring entry by entry leaves a row.

# %%
network["L"] = "1/2 * (o - y)**2"

# %% [markdown] mistake="squared-loss-of-the-sum"
# The squared loss squares the sum of the differences.
#
# Differences of opposite sign would then cancel each other. Square every entry first: for the
# differences 1 and `-1` the loss is 1, not 0.

# %%
network["L"] = "Sum(o - y)**2 / 2"

# %% [markdown] mistake="squared-loss-without-half"
# The squared loss has lost its half.
#
# The half is there to meet the 2 that comes down when the square is differentiated. For `o - y = 2`
# the loss is 2, not 4.

# %%
network["L"] = "SquaredNorm(o - y)"

# %% [markdown] right="hw5-network-as-on-paper"
# The network's equations with the signs of a textbook.

# %%
network = {
    "z": "Matmul(x, W1)",
    "h": "(exp(z) − exp(−z)) / (exp(z) + exp(-z))",
    "o": "h @ W2",
    "L": "0.5 * SquaredNorm(y - o)",
    "s": "λ * (SquaredNorm(W1)/2 + Sum(W2²)/2)",
    "J": "Add(L, s)",
}

# %% [markdown] right="hw5-network-in-full"
# The network's equations written out, in PyTorch's spelling.

# %%
network = {
    "z": "torch.matmul(x, W1)",
    "h": "z.tanh()",
    "o": "h@W2",
    "L": "((o - y)**2).sum() / 2",
    "s": "lam/2 * ((W1**2).sum() + (W2**2).sum())",
    "J": "s + L",
}
