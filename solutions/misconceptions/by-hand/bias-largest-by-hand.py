# %% [markdown] exercise=["hw4-matmul/bias-by-hand"]
# The largest entry of each column is taken.
#
# Every row sends a share, and none is dropped because another is larger. With 10 and 9 in a column,
# moving the bias moves the loss through both.

# %%
bias["db_0"] = 4
bias["db_1"] = 7
