# %% [markdown] exercise=["hw5-mlp/forward"]

# %% [markdown] mistake="forward-loss-not-squared"
# The loss is half the difference, without the square.
#
# It is the square that makes a difference of `-2` as bad as one of 2. Square first, then halve.

# %%
network_values["L"] = "(3 tanh(0.5) - 1) / 2"

# %% [markdown] mistake="forward-loss-without-half"
# The loss in numbers has lost its half.
#
# Square the difference, then halve it. For a difference of 2 that is 2.

# %%
network_values["L"] = "(3 tanh(0.5) - 1)^2"

# %% [markdown] mistake="forward-output-is-the-weight"
# The output is the weight itself, or its product with z.
#
# The second layer multiplies by what the first one has made, and that is `h`. Is `h` equal to 1
# here?

# %%
network_values["o"] = 3

# %% [markdown] mistake="forward-penalty-without-half"
# The penalty in numbers has lost its half.
#
# Half of lambda stands before the sum of squares. With lambda 2 and squares 1 and 4 it would be 5.

# %%
network_values["s"] = "0.1 * (0.0625 + 9)"

# %% [markdown] mistake="forward-penalty-without-squares"
# The penalty in numbers adds the weights without squaring them.
#
# `‖W‖^2` is the sum of the squares of all entries; of a single number 3 it is 9.

# %%
network_values["s"] = "0.1/2 * (0.25 + 3)"

# %% [markdown] mistake="forward-without-tanh"
# The hidden unit passes z on as it is.
#
# `h` is `tanh` of `z`, which always lies between `-1` and 1. Without it two layers would be no
# more than one.

# %%
network_values["h"] = 0.5

# %% [markdown] right="hw5-forward-in-decimals"
# The forward pass in decimals.

# %%
network_values = {
    "z": 0.5,
    "h": 0.46211715726000974,
    "o": 1.3863514717800292,
    "L": 0.07463372987,
    "s": 0.453125,
    "J": "0.07463372987 + 0.453125",
}
