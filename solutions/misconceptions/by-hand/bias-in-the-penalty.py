# %% [markdown] exercise=["hw5-mlp/batch-network"]
# The bias pays, too.
#
# That could be done, but here only the two matrices of weights are in the penalty. A bias does
# not make a network follow accidents of its data.

# %%
batch_network["s"] = "lam / 2 * (SquaredNorm(W1) + SquaredNorm(W2) + SquaredNorm(b))"
