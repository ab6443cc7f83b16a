# %% [markdown] exercise=["hw4-matmul/bias-by-hand"]
# Only the last row is counted.
#
# The bias is added to every row, and each sends a share. None of them replaces the one before.

# %%
bias["db_0"] = 2
bias["db_1"] = -2
