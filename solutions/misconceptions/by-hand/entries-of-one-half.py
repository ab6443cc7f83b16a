# %% [markdown] exercise=["hw5-mlp/second"]
# Equal pairs are counted once.
#
# The matrix of second derivatives is symmetric, so half of it would be enough to store. But the
# question is about all entries of the matrix: each pair in both orders.

# %%
second_derivatives["entries"] = "P (P + 1) / 2"
