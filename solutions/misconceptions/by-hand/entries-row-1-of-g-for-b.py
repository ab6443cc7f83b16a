# %% [markdown] exercise=["hw4-matmul/entries"]
# Row 1 of G is taken where a column is needed.
#
# An entry of A enters a row of C, and an entry of B a column of C. Mark in C the entries that move
# when b_10 moves: the upstream gradients in those places are the ones
# that count.

# %%
entries["dB_10"] = "2*2 + (-1)*0 + 2*1"
