# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of O is that of a squared loss.
#
# The derivative of `log(1 + e^o)` is the sigmoid of `o`, not `o` itself; and the loss is a mean
# over `n` examples.

# %%
batch_gradients["dJ_dO"] = "O - Y"
