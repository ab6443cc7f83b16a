# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of the bias keeps a row for each example.
#
# There is one bias, used in every row: a fork. Its gradient has the shape of `b`, so the shares are
# added up.

# %%
batch_gradients["dJ_db"] = "dJ_dZ"
