# %% [markdown] exercise=["hw8-transformer/embedding-by-hand"]

# %% [markdown] mistake="lookup-adds-the-row"
# The two entries of a row are added up.
#
# The gradient has the shape of the table: each entry has its own.

# %%
lookup["row_0"] = 5
lookup["row_2"] = 17

# %% [markdown] mistake="lookup-averages"
# The shares of a repeated token are averaged.
#
# At a fork, gradients add up.

# %%
lookup["row_2"] = 4.5

# %% [markdown] mistake="lookup-by-place"
# The rows of the gradient stay at their places.
#
# Row i of the gradient belongs to the token at place i of the text, which is not token i: the tokens are 2,
# 0, 2.

# %%
lookup["row_0"] = 4
lookup["row_1"] = 3
lookup["row_2"] = 5

# %% [markdown] mistake="lookup-columns-of-table"
# The one-hot rows are as long as the rows of the table.
#
# S E is a product: S has as many columns as E has rows, 4.

# %%
lookup["S_columns"] = 2

# %% [markdown] mistake="lookup-counts"
# Only the uses of each row are counted.
#
# Each use brings its row of the upstream gradient as a share. Add up these shares.

# %%
lookup["row_0"] = 1
lookup["row_2"] = 2

# %% [markdown] mistake="lookup-first-share"
# Only the first share of a repeated token counts.
#
# Row 2 is used at the first and at the third place. It is a fork, and both shares add up.

# %%
lookup["row_2"] = 4

# %% [markdown] mistake="lookup-ones"
# There is a 1 for each row that is used.
#
# Each use brings its row of the upstream gradient as a share. Add up these shares.

# %%
lookup["row_0"] = 1
lookup["row_2"] = 1

# %% [markdown] mistake="lookup-overwrites"
# Only the last share of a repeated token counts.
#
# Row 2 is used at the first and at the third place. It is a fork, and both shares add up.

# %%
lookup["row_2"] = 5

# %% [markdown] mistake="lookup-shape-transposed"
# The tokens of the text and those of the vocabulary are mixed up.
#
# S has a row for each token of the text, 3, and a column for each row of the table, 4.

# %%
lookup["S_rows"] = 4
lookup["S_columns"] = 3

# %% [markdown] right="hw8-lookup-in-formulas"
# The lookup by hand, in formulas.

# %%
lookup = {"S_rows": "3", "S_columns": 4.0, "row_0": "3", "row_1": "0*2", "row_2": "4 + 5"}
