# %% [markdown] exercise=["hw5-mlp/batch-network"]
# The loss is still the squared one.
#
# For yes-or-no questions this network uses the logistic loss.

# %%
batch_network["L"] = "SquaredLoss(O, Y)"
