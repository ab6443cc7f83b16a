# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of the bias is added up along the wrong axis.
#
# A row of `Z` belongs to one example, a column to one hidden unit. The shares of all *examples*
# have to be added.

# %%
batch_gradients["dJ_db"] = "RowSums(dJ_dZ)"
