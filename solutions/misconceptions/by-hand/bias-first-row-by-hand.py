# %% [markdown] exercise=["hw4-matmul/bias-by-hand"]
# Only the first row is counted.
#
# The bias is added to every row, and each sends a share.

# %%
bias["db_0"] = 1
bias["db_1"] = 5
