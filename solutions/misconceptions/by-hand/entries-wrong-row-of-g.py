# %% [markdown] exercise=["hw4-matmul/entries"]
# The wrong row of G is used.
#
# Which entries of C move when a_01 moves? Those in the same row as a_01; its other index says which
# row of B it meets. Rows are counted from 0.

# %%
entries["dA_01"] = "2*1 + 0*3 + 1*0 + 3*2"
