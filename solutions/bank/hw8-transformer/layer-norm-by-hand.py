# %% [markdown] exercise=["hw8-transformer/layer-norm-by-hand"]

# %% [markdown] mistake="norm-divides-by-three"
# The variance is divided by d - 1.
#
# It is the mean of the squares: divided by 4.

# %%
norm_by_hand["s"] = "sqrt(16/3)"

# %% [markdown] mistake="norm-doubling-changes-nothing"
# The gradient is assumed to be the same for twice the input.
#
# The normalised row is the same, but s is twice as large, and the gradient is divided by it.

# %%
norm_by_hand["double"] = 1.75

# %% [markdown] mistake="norm-doubling-doubles"
# The gradient is assumed to double with the input.
#
# It takes twice as much to move a row that is twice as large: the gradient is divided by s.

# %%
norm_by_hand["double"] = 3.5

# %% [markdown] mistake="norm-not-divided"
# The bracket is not divided by s.
#
# All three terms have the factor 1/s.

# %%
norm_by_hand["dx1"] = 3.5
norm_by_hand["dx2"] = 2.5
norm_by_hand["dx3"] = -3.5
norm_by_hand["dx4"] = -2.5
norm_by_hand["double"] = 3.5

# %% [markdown] mistake="norm-ones"
# A gradient of ones is passed on.
#
# The sum of a normalised row is 0, whatever the input is. It cannot move.

# %%
norm_by_hand["ones"] = 1

# %% [markdown] mistake="norm-only-division"
# Only the first of the three reasons is counted.
#
# mu and s depend on the input, too: two more terms, each with a mean over the row.

# %%
norm_by_hand["dx1"] = 3
norm_by_hand["dx2"] = 2
norm_by_hand["dx3"] = -0.5
norm_by_hand["dx4"] = -0.5
norm_by_hand["ones"] = 0.5
norm_by_hand["double"] = 1.5

# %% [markdown] mistake="norm-only-the-mean"
# This is G minus its mean.
#
# The third term, the one for s, is missing, and so is the factor 1/s.

# %%
norm_by_hand["dx1"] = 4
norm_by_hand["dx2"] = 2
norm_by_hand["dx3"] = -3
norm_by_hand["dx4"] = -3
norm_by_hand["double"] = 4

# %% [markdown] mistake="norm-third-plus"
# The third term has the wrong sign.
#
# A larger s makes the normalised entries smaller: minus.

# %%
norm_by_hand["dx1"] = 2.25
norm_by_hand["dx2"] = 0.75
norm_by_hand["dx3"] = -1.25
norm_by_hand["dx4"] = -1.75
norm_by_hand["double"] = 1.125

# %% [markdown] mistake="norm-variance"
# This is the variance, not s.
#
# s is its root.

# %%
norm_by_hand["s"] = 4

# %% [markdown] mistake="norm-without-deviation"
# The standard deviation is treated as a constant.
#
# s moves when an input moves, so there is a third term, with the mean of G times the normalised row.

# %%
norm_by_hand["dx1"] = 2
norm_by_hand["dx2"] = 1
norm_by_hand["dx3"] = -1.5
norm_by_hand["dx4"] = -1.5
norm_by_hand["double"] = 1

# %% [markdown] mistake="norm-without-mean"
# The mean is treated as a constant.
#
# mu moves when an input moves: every normalised entry moves down a little.

# %%
norm_by_hand["dx1"] = 2.75
norm_by_hand["dx2"] = 2.25
norm_by_hand["dx3"] = -0.75
norm_by_hand["dx4"] = -0.25
norm_by_hand["ones"] = 0.5
norm_by_hand["double"] = 1.375

# %% [markdown] right="hw8-norm-by-hand-in-formulas"
# LayerNorm by hand, in formulas.

# %%
norm_by_hand = {
    "s": "sqrt((4 + 4 + 4 + 4)/4)",
    "dx1": "6/2 - 2/2 - 1/4",
    "dx2": "(4 - 2 + 1/2)/2",
    "dx3": "-7/4",
    "dx4": "(-1 - 2 + 0.5)/2",
    "ones": "(1 - 1 - 0)/2",
    "double": "7/8",
}
