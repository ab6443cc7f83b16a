# %% [markdown] exercise=["hw4-matmul/entries"]
# Sums are multiplied where products should be summed.
#
# Multiply each entry of G by the one number that belongs to it, and only then add. Compare 1 * 10 +
# 2 * 100 with (1 + 2) * (10 + 100).

# %%
entries["dA_01"] = "(4 - 1 + 2 + 0) * (1 + 3 + 0 + 2)"
entries["dB_10"] = "(4 + 2 + 5) * (2 - 1 + 2)"
