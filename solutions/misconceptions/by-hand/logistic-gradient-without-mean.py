# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient at the output forgets that the loss is a mean.
#
# Each term counts with `1/n`. If every example were there twice, the mean would be the same, so
# each of them has to count half.

# %%
batch_gradients["dJ_dO"] = "sigmoid(O) - Y"
