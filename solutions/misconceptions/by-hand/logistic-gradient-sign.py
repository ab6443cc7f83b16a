# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The logistic loss's gradient has the wrong sign.
#
# Where the label is 1, moving the output up makes the loss smaller: the gradient is negative
# there.

# %%
batch_gradients["dJ_dO"] = "(Y - sigmoid(O)) / n"
