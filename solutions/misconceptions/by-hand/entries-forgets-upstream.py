# %% [markdown] exercise=["hw4-matmul/entries"]
# The upstream gradients are forgotten.
#
# That is the sum of a row of B, or of a column of A. Each term has to be multiplied by the
# upstream gradient of the entry of C that moves.

# %%
entries["dA_01"] = 6
entries["dB_10"] = 3
