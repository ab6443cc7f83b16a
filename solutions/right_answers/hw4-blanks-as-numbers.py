# %% [markdown] exercise=["hw4-matmul/entries", "hw4-matmul/shapes", "hw4-matmul/bias-by-hand", "hw4-matmul/loss-by-hand"]
# Homework 4's blanks as plain numbers.

# %%
entries = {"dA_01": -2, "dB_10": -1}
shapes = {"dA_rows": 3, "dA_columns": 2, "dB_rows": 2, "dB_columns": 4}
bias = {"db_0": 4.0, "db_1": 2.0, "db_2": 3.0}
loss_entries = {"dC_00": 4, "dC_01": -6}
