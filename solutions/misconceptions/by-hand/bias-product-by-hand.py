# %% [markdown] exercise=["hw4-matmul/bias-by-hand"]
# The entries of a column are multiplied.
#
# Along one path gradients are multiplied, but the rows are different paths, and at a fork the
# shares add up. If one row counts for nothing, the others still count.

# %%
bias["db_0"] = 8
bias["db_1"] = -70
