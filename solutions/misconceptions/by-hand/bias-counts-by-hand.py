# %% [markdown] exercise=["hw4-matmul/bias-by-hand"]
# The rows are counted, and G is forgotten.
#
# You counted how often each entry is used, as if every use counted 1. G says how much each one
# counts. With the upstream gradients 10 and 100 in a column, the count would still be two.

# %%
bias["db_0"] = 3
bias["db_1"] = 3
