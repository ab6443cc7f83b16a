# %% [markdown] exercise=["hw4-matmul/entries"]
# The wrong column of A is used.
#
# An entry of B meets the entries of one column of A, one for each row of C. Its first index says
# which column: in the sum for c_ij, b_rj is multiplied by a_ir.

# %%
entries["dB_10"] = "1*4 + 0*2 + 3*5"
