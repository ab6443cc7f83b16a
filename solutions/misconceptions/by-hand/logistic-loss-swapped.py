# %% [markdown] exercise=["hw5-mlp/batch-network"]
# Outputs and labels are exchanged in the loss.
#
# Unlike a squared difference, the logistic loss is not the same both ways. The outputs come
# first.

# %%
batch_network["L"] = "LogisticLoss(Y, O)"
