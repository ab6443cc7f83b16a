# %% [markdown] exercise=["hw4-matmul/entries"]
# The entry of the transposed place.
#
# a_01 stands in row 0 and column 1, counted from 0.

# %%
entries["dA_01"] = "2*2 + 0*0 + 1*1 + 3*(-1)"
