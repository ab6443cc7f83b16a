# %% [markdown] exercise=["hw4-matmul/entries"]
# The wrong row of B is used.
#
# The second index of the entry of A says which row of B it meets.

# %%
entries["dA_01"] = "4*2 + (-1)*0 + 2*1 + 0*(-1)"
