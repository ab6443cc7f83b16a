# %% [markdown] exercise=["hw4-matmul/bias-by-hand"]
# The mean of each column instead of the sum.
#
# At a fork the shares add up; they are not averaged.

# %%
bias["db_1"] = 1
bias["db_2"] = "3/2"
