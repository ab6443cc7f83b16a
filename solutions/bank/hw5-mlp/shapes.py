# %% [markdown] exercise=["hw5-mlp/shapes"]

# %% [markdown] mistake="batch-numerator-layout"
# The rows are given where the columns are asked for, or the columns where the rows are.
#
# Here examples are rows, and a gradient has the shape of the value it belongs to. What shape does
# `Z = X W1` have?

# %%
batch_shapes["dJ_dZ_rows"] = 3
batch_shapes["dJ_dZ_columns"] = 5
batch_shapes["dJ_dO_rows"] = 2
batch_shapes["dJ_dO_columns"] = 5
batch_shapes["dJ_dW1_rows"] = 3
batch_shapes["dJ_dW1_columns"] = 4

# %% [markdown] mistake="batch-one-gradient-for-all"
# The gradients of O and Z keep the shape of a single example.
#
# Each example has its own outputs, and each of them moves the loss by its own amount. How many rows
# does `O` have?

# %%
batch_shapes["dJ_dO_rows"] = 1
batch_shapes["dJ_dZ_rows"] = 1

# %% [markdown] mistake="batch-weights-per-example"
# The weights get a gradient for each example.
#
# There is one matrix `W1`, used by all examples. That is a fork, and its shares are added up.

# %%
batch_shapes["dJ_dW1_rows"] = 5

# %% [markdown] right="hw5-shapes-in-letters"
# The shapes of the gradients in letters.

# %%
batch_shapes = {
    "dJ_dO_rows": "n",
    "dJ_dO_columns": "q",
    "dJ_dZ_rows": "n",
    "dJ_dZ_columns": "k",
    "dJ_dW1_rows": "d",
    "dJ_dW1_columns": "k",
}
