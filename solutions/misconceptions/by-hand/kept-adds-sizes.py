# %% [markdown] exercise=["hw5-mlp/memory"]
# The sizes of a matrix are added instead of multiplied.
#
# A matrix with 3 rows and 4 columns has 12 entries.

# %%
kept["parameters"] = "k + d + q + k"
