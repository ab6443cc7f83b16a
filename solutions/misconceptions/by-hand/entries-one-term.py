# %% [markdown] exercise=["hw4-matmul/entries"]
# Only one entry of C is counted.
#
# The entry is used several times, once in each entry of C that moves. The shares add up.

# %%
entries["dA_01"] = 4
entries["dB_10"] = "2*4"
