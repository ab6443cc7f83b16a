# %% [markdown] exercise=["hw4-matmul/loss-by-hand"]
# A and B are multiplied entry by entry.
#
# An entry of AB is a row of A times a column of B, summed. The first entry may come out the same by
# chance, so test another one. Compare both ways for the first row (1, 1) and the columns (1, 0) and
# (2, 1).

# %%
loss_entries["dC_01"] = "-2 * (2 - 0)"
