# %% [markdown] exercise=["hw5-mlp/memory"]

# %% [markdown] mistake="kept-adds-sizes"
# The sizes of a matrix are added instead of multiplied.
#
# A matrix with 3 rows and 4 columns has 12 entries.

# %%
kept["parameters"] = "k + d + q + k"

# %% [markdown] mistake="kept-bytes"
# Four numbers are counted for each weight.
#
# Are those its bytes, or its gradient and Adam's numbers as well? Here each weight counts once.

# %%
kept["parameters"] = "4 (k d + q k)"

# %% [markdown] mistake="kept-counts-biases"
# Biases are counted too.
#
# This network is the one of section 1: it has two matrices of weights, and no bias.

# %%
kept["parameters"] = "k d + q k + k"

# %% [markdown] mistake="kept-counts-both-biases"
# Biases are counted too.
#
# This network is the one of section 1: it has two matrices of weights, and no bias.

# %%
kept["parameters"] = "k d + q k + k + q"

# %% [markdown] mistake="kept-counts-weights"
# The weights are counted among the values.
#
# Here only `Z`, `H` and `O` were asked for. The weights are there anyway, with and without
# training.

# %%
kept["training"] = "n (2k + q) + k d + q k"

# %% [markdown] mistake="kept-deep-inference-grows"
# Without training, the deep network keeps all its layers.
#
# As soon as a layer is done, the one before it can go. So are there ever more than two values at
# one time?

# %%
kept["deep_inference"] = "n (100 k + q)"

# %% [markdown] mistake="kept-deep-one-value-a-layer"
# In the deep network, a layer is counted as one value.
#
# Each of the 50 layers makes a `Z` and an `H`.

# %%
kept["deep_training"] = "n (50 k + q)"

# %% [markdown] mistake="kept-deep-output-in-every-layer"
# In the deep network, each layer is given an output of its own.
#
# There are 50 matrices `Z` and 50 matrices `H`, but only one `O`.

# %%
kept["deep_training"] = "50 (2 n k + n q)"

# %% [markdown] mistake="kept-inference-keeps-all"
# Without training, everything is still kept.
#
# Nobody will ask for `Z` again once `H` is there. At most two of the values are needed at one
# time.

# %%
kept["inference"] = "n (2k + q)"

# %% [markdown] mistake="kept-inference-last-two"
# The last two values are counted, not the largest two.
#
# `H` and `O` are there together in the end, but before that `Z` and `H` were. Which is more?

# %%
kept["inference"] = "n (k + q)"

# %% [markdown] mistake="kept-inference-one-value"
# Only one value at a time is counted.
#
# While `H` is being computed, the `Z` that it is computed from is still there.

# %%
kept["inference"] = "n k"

# %% [markdown] mistake="kept-one-example"
# The values of a single example are counted.
#
# A batch has `n` rows, and each row has its own `z`, `h` and `o`.

# %%
kept["training"] = "2k + q"

# %% [markdown] mistake="kept-one-layer-of-weights"
# The weights of one layer are missing.
#
# There are two matrices, from the inputs to the hidden units and from those to the outputs.

# %%
kept["parameters"] = "k d"

# %% [markdown] mistake="kept-one-value-a-layer"
# A layer is counted as one value.
#
# It makes two, `Z` and then `H = tanh(Z)`. Both count.

# %%
kept["training"] = "n (k + q)"

# %% [markdown] mistake="kept-the-examples-too"
# The examples are counted too.
#
# `X` is left out here: count `Z`, `H` and `O`.

# %%
kept["training"] = "n d + 2 n k + n q"

# %% [markdown] mistake="kept-adam-as-one-number"
# Three numbers are counted for each weight, and there are four.
#
# There is the weight itself and its gradient, and Adam holds two more.

# %%
kept["total_training"] = "3 (d k + k q) + 2 n k + n q"

# %% [markdown] mistake="kept-only-weights-and-gradients"
# Two numbers are counted for each weight, and there are four.
#
# There is the weight itself and its gradient, and Adam holds two more.

# %%
kept["total_training"] = "2 (d k + k q) + 2 n k + n q"

# %% [markdown] mistake="kept-no-activations"
# What belongs to the weights is counted, without Z, H and O.
#
# `total_training` counts all that is held, so the answer to `training` is a part of it.

# %%
kept["total_training"] = "4 (d k + k q)"

# %% [markdown] mistake="kept-no-weights-in-inference"
# The weights are left out of the total.
#
# A network that is only used still needs its weights. `total_inference` is `inference` plus these.

# %%
kept["total_inference"] = "2 n k"

# %% [markdown] mistake="kept-weights-per-example"
# Each example is given its own weights.
#
# All examples share the weights. Only `Z`, `H` and `O` have a row for each example.

# %%
kept["parameters"] = "n (k d + q k)"

# %% [markdown] right="hw5-memory-in-numbers"
# Memory in numbers.

# %%
kept = {
    "parameters": 203264,
    "training": 33408,
    "inference": 64 * 256 + 64 * 256,
    "total_training": 4 * 203264 + 33408,
    "total_inference": "203264 + 2*64*256",
    "deep_training": "64*(50*2*256) + 64*10",
    "deep_inference": "k n + n k",
}
