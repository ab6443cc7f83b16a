# %% [markdown] exercise=["hw8-transformer/block"]

# %% [markdown] mistake="block-adds-normalised"
# Normalised rows are added.
#
# The residual connection begins before the normalisation, so that a path of additions alone leads from y
# back to x.

# %%
block["r"] = "u + a @ Wo"
block["y"] = "v + m @ W2"

# %% [markdown] mistake="block-adds-x-twice"
# The second residual connection begins at x.
#
# What attention has added would be lost on the direct path: the second connection begins at r.

# %%
block["y"] = "x + m @ W2"

# %% [markdown] mistake="block-attention-of-x"
# Attention sees the rows before they are normalised.
#
# Queries, keys and values are made from u, the normalised rows.

# %%
block["a"] = "Attention(x @ Wq, x @ Wk, x @ Wv)"

# %% [markdown] mistake="block-bias-after-relu"
# The bias is added after the ReLU.
#
# It says where each hidden unit begins to be positive, so it is added before.

# %%
block["m"] = "Relu(v @ W1) + b1"

# %% [markdown] mistake="block-keys-and-values-swapped"
# Keys and values are swapped.
#
# The inputs of Attention are queries, keys and values, in this order.

# %%
block["a"] = "Attention(u @ Wq, u @ Wv, u @ Wk)"

# %% [markdown] mistake="block-no-bias"
# The bias is missing.
#
# The hidden layer is Relu(v W1 + b1): the row b1 is added to each row.

# %%
block["m"] = "Relu(v @ W1)"

# %% [markdown] mistake="block-no-output-weights"
# W_o is not in the sum.
#
# What attention gives, a, has width h, and x has width d. Here a times W_o is added, so W_o belongs
# in this equation, not in that of a.

# %%
block["r"] = "x + a"

# %% [markdown] mistake="block-no-relu"
# The hidden layer has no ReLU.
#
# Without it, two matrix products in a row are one: the layer could do no more than a single matrix.

# %%
block["m"] = "v @ W1 + b1"

# %% [markdown] mistake="block-no-residual"
# A residual connection is missing.
#
# What a step finds is added to the rows that it began with, and does not replace them.

# %%
block["r"] = "a @ Wo"
block["y"] = "m @ W2"

# %% [markdown] mistake="block-norm-after"
# A sum is normalised.
#
# In this block, a normalisation stands before attention and before the hidden layer, and none stands after
# an addition.

# %%
block["r"] = "LayerNorm(x + a @ Wo)"
block["y"] = "LayerNorm(r + m @ W2)"

# %% [markdown] mistake="block-norm-of-x-again"
# The second normalisation is that of x.
#
# The hidden layer sees what attention has added: it begins with LayerNorm(r).

# %%
block["v"] = "LayerNorm(x)"

# %% [markdown] mistake="block-one-matrix-for-all"
# Queries, keys and values are all made with the same weights.
#
# What a token asks for is not what it offers: each of the three has a matrix of its own.

# %%
block["a"] = "Attention(u @ Wq, u @ Wq, u @ Wq)"

# %% [markdown] mistake="block-output-weights-elsewhere"
# W_2 is not where it belongs.
#
# m is the hidden layer itself, of width k. To r, m times W_2 is added, so W_2 belongs in the
# equation of y, not in that of m.

# %%
block["m"] = "Relu(v @ W1 + b1) @ W2"
block["y"] = "r + m"

# %% [markdown] mistake="block-queries-and-keys-swapped"
# Queries and keys are swapped.
#
# The first input of Attention is the queries, made with Wq.

# %%
block["a"] = "Attention(u @ Wk, u @ Wq, u @ Wv)"

# %% [markdown] mistake="block-weights-on-the-left"
# The weights stand on the left.
#
# Examples are rows here, so a matrix of weights stands on the right: x W.

# %%
block["u"] = "LayerNorm(x)"
block["m"] = "Relu(W1.T @ v + b1)"
block["r"] = "x + Wo @ a"

# %% [markdown] mistake="block-without-norm"
# A normalisation is missing.
#
# Queries, keys and values are made from normalised rows, and so is the hidden layer.

# %%
block["u"] = "x"
block["v"] = "r"

# %% [markdown] right="hw8-block-in-full"
# The block with everything written out again, and methods.

# %%
block = {
    "u": "x.layernorm()",
    "a": "Attention(LayerNorm(x) @ Wq, LayerNorm(x) @ Wk, LayerNorm(x) @ Wv)",
    "r": "a @ Wo + x",
    "v": "LayerNorm(x + a @ Wo)",
    "m": "relu(b1 + v @ W1)",
    "y": "relu(v @ W1 + b1) @ W2 + r",
}
