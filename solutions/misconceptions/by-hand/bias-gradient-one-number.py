# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of the bias is a single number.
#
# Each hidden unit has a bias of its own. Add up each column by itself.

# %%
batch_gradients["dJ_db"] = "Sum(dJ_dZ)"
