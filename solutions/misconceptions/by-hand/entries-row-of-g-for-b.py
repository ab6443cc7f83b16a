# %% [markdown] exercise=["hw4-matmul/entries"]
# A row of G is taken where a column is needed.
#
# An entry of A enters a row of C, and an entry of B a column of C. Mark in C the entries that move
# when b_10 moves: the upstream gradients in those places are the ones
# that count.

# %%
entries["dB_10"] = "2*4 + (-1)*(-1) + 2*2"
