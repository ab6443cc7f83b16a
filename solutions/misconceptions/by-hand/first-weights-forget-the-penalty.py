# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient of W1 forgets the penalty.
#
# Two arrows leave $W_1$ in the picture, one to the product and one to its squared norm. Gradients
# add up at forks: what does the second one bring?

# %%
gradients["dJ_dW1"] = "dJ_dz @ x.T"
