# %% [markdown] exercise=["hw4-matmul/entries"]
# The wrong column of G is used.
#
# An entry of B enters only one column of C, the same as its own column in B. Only the upstream
# gradients of that column count.

# %%
entries["dB_10"] = "2*(-1) + (-1)*0 + 2*(-2)"
