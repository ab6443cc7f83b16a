# %% [markdown] exercise=["hw4-matmul/bias-by-hand"]
# The rows are counted, and G is forgotten.
#
# You have counted how often each entry is used, as if every use weighed 1. G says what each of them
# is worth. With the upstream gradients 10 and 100 in a column, it would still be two rows.

# %%
bias["db_0"] = 2
bias["db_2"] = 2
