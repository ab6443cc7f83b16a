# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradients of the weights forget the penalty.
#
# Two arrows leave each matrix of weights in the picture, one to the product and one to its squared
# norm. Gradients add up at forks: what does the second one bring?

# %%
gradients["dJ_dW2"] = "dJ_do @ h.T"
gradients["dJ_dW1"] = "dJ_dz @ x.T"
