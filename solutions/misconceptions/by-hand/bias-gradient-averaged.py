# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of the bias is averaged.
#
# The mean has been taken in the loss, so the upstream gradient has been divided by `n` already.
# At a fork gradients add up.

# %%
batch_gradients["dJ_db"] = "ColumnSums(dJ_dZ) / n"
