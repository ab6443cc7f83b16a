# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# With a batch, the penalty has been forgotten.
#
# The weights are still a fork: one arrow leads to the layer, one to the penalty.

# %%
batch_gradients["dJ_dW1"] = "dJ_dZ @ X.T"
batch_gradients["dJ_dW2"] = "dJ_dO @ H.T"
