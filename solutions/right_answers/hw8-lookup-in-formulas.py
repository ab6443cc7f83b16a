# %% [markdown] exercise=["hw8-transformer/embedding-by-hand"]
# The lookup by hand, in formulas.

# %%
lookup = {"S_rows": "3", "S_columns": 4.0, "row_0": "3", "row_1": "0*2", "row_2": "1 + 5"}
