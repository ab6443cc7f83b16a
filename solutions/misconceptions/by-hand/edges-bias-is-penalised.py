# %% [markdown] exercise=["hw5-mlp/batch-edges"]
# The bias is in the penalty.
#
# The penalty adds the squares of the two weight matrices. The bias is not in it.

# %%
edges["s"] = ["W1", "W2", "b", "lam"]
