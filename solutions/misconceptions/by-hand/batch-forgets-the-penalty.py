# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The penalty is forgotten.
#
# The weights are still a fork: one arrow leads to the layer, one to the penalty.

# %%
batch_gradients["dJ_dW1"] = "X.T @ dJ_dZ"
batch_gradients["dJ_dW2"] = "H.T @ dJ_dO"
