# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of the bias is added up along the wrong side.
#
# A row of $Z$ belongs to one hidden unit, a column to one example. The shares of all *examples*
# are to be added.

# %%
batch_gradients["dJ_db"] = "RowSums(dJ_dZ)"
