# %% [markdown] exercise=["hw8-transformer/embedding-by-hand"]
# The one-hot rows are as long as the rows of the table.
#
# S E is a product: S has as many columns as E has rows, 4.

# %%
lookup["S_columns"] = 2
