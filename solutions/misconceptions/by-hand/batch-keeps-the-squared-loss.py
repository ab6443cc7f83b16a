# %% [markdown] exercise=["hw5-mlp/batch-network"]
# The loss is still the squared one.
#
# For questions with the answers yes and no this network uses the logistic loss.

# %%
batch_network["L"] = "SquaredLoss(O, Y)"
