# %% [markdown] exercise=["hw4-matmul/entries"]
# This is the entry in the transposed place.
#
# The first index is the row, the second the column, both counted from 0: b_12 would be in row 1 and
# column 2.

# %%
entries["dA_01"] = "2*2 + 0*0 + 1*1 + 3*(-1)"
entries["dB_10"] = "1*(-1) + 0*0 + 3*(-2)"
