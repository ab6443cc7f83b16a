# %% [markdown] exercise=["hw5-mlp/batch-network"]
# The bias is in the penalty.
#
# That could be done, but here only the two weight matrices are penalised. A bias hardly
# helps a network to fit noise.

# %%
batch_network["s"] = "lam / 2 * (SquaredNorm(W1) + SquaredNorm(W2) + SquaredNorm(b))"
