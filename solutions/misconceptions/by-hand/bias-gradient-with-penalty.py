# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of the bias has a share of the penalty.
#
# In this network only the two weight matrices are penalised. No arrow leads from `b` to `s`.

# %%
batch_gradients["dJ_db"] = "ColumnSums(dJ_dZ) + lam * b"
