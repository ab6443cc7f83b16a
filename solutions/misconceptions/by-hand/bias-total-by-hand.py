# %% [markdown] exercise=["hw4-matmul/bias-by-hand"]
# This is the sum over all entries.
#
# b_0 moves only the entries of its own column.

# %%
bias["db_0"] = 17
bias["db_1"] = 17
