# %% [markdown] exercise=["hw8-transformer/embedding-by-hand"]
# The matrix of one-hot rows is transposed.
#
# It has a row for each token of the text, 3, and each row is as long as the table is high, 4.

# %%
lookup["S_rows"] = 4
lookup["S_columns"] = 3
