# %% [markdown] exercise=["hw4-matmul/entries", "hw4-matmul/shapes", "hw4-matmul/bias-by-hand", "hw4-matmul/loss-by-hand"]
# Homework 4's blanks as plain numbers.

# %%
entries = {"dA_01": 1, "dB_10": 16}
shapes = {"dA_rows": 3, "dA_columns": 2, "dB_rows": 2, "dB_columns": 4}
bias = {"db_0": 7.0, "db_1": 10.0}
loss_entries = {"dC_00": 8, "dC_01": -6}
