# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of the bias is averaged.
#
# The loss has already taken the mean, so the upstream gradient is already divided by `n`. At a
# fork, gradients add up.

# %%
batch_gradients["dJ_db"] = "ColumnSums(dJ_dZ) / n"
