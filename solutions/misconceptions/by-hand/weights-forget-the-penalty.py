# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradients of the weights forget the penalty.
#
# Two arrows leave each matrix of weights in the picture, one to the product and one to its squared
# norm. Gradients add up at forks: what share does the second one bring?

# %%
gradients["dJ_dW2"] = "h.T @ dJ_do"
gradients["dJ_dW1"] = "x.T @ dJ_dz"
