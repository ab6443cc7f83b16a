# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of the bias is a single number.
#
# Each hidden unit has a bias of its own. Add up along the rows only.

# %%
batch_gradients["dJ_db"] = "Sum(dJ_dZ)"
