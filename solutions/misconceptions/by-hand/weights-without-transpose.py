# %% [markdown] exercise=["hw5-mlp/gradients"]
# Two columns are multiplied without a transpose.
#
# A column times a column is no matrix product. Look for a product of shapes that gives the shape
# of the weights.

# %%
gradients["dJ_dW2"] = "dJ_do @ h + lam * W2"
gradients["dJ_dW1"] = "dJ_dz @ x + lam * W1"
