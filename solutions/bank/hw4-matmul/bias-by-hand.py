# %% [markdown] exercise=["hw4-matmul/bias-by-hand"]

# %% [markdown] mistake="bias-counts-by-hand"
# The rows are counted, and G is forgotten.
#
# How often an entry is used matters only if every use counts 1. G says how much each one counts.
# With the upstream gradients 10 and 100 in a column, the count would still be two.

# %%
bias["db_0"] = 3
bias["db_1"] = 3

# %% [markdown] mistake="bias-exchanged-by-hand"
# The two answers are exchanged.
#
# b_0 is added to the first column and b_1 to the second, so db_0 belongs to the first column of G.

# %%
bias["db_0"] = 10
bias["db_1"] = 7

# %% [markdown] mistake="bias-first-row-by-hand"
# Only the first row is counted.
#
# The bias is added to every row, and each sends a share.

# %%
bias["db_0"] = 1
bias["db_1"] = 5

# %% [markdown] mistake="bias-largest-by-hand"
# The largest entry of each column is taken.
#
# Every row sends a share, and none is dropped because another is larger. With 10 and 9 in a column,
# moving the bias moves the loss through both.

# %%
bias["db_0"] = 4
bias["db_1"] = 7

# %% [markdown] mistake="bias-last-row-by-hand"
# Only the last row is counted.
#
# The bias is added to every row, and each sends a share. None of them replaces the one before.

# %%
bias["db_0"] = 2
bias["db_1"] = -2

# %% [markdown] mistake="bias-mean-by-hand"
# The mean of each column is given instead of the sum.
#
# At a fork the shares add up; they are not averaged.

# %%
bias["db_0"] = "7/3"
bias["db_1"] = "10/3"

# %% [markdown] mistake="bias-product-by-hand"
# The entries of a column are multiplied.
#
# Along one path gradients are multiplied, but the rows are different paths, and at a fork the
# shares add up. If one row counts for nothing, the others still count.

# %%
bias["db_0"] = 8
bias["db_1"] = -70

# %% [markdown] mistake="bias-rows-by-hand"
# The upstream gradient is summed along the rows.
#
# b_0 is added to the first entry of every row. So what belongs to it is a column of G.

# %%
bias["db_0"] = "1 + 5"
bias["db_1"] = "4 + 7"

# %% [markdown] mistake="bias-total-by-hand"
# This is the sum over all entries.
#
# b_0 moves only the entries of its own column.

# %%
bias["db_0"] = 17
bias["db_1"] = 17
