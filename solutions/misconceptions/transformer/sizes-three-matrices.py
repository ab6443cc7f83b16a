# %% [markdown] exercise=["hw8-transformer/sizes"]
# W_o is not counted.
#
# Attention has four matrices: for queries, keys and values, and the one that brings the result back to width
# d.

# %%
sizes["parameters"] = "3 d h + 2 d k + k"
