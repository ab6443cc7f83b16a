# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient of W1 skips the tanh.
#
# Between `h` and `W1` lies `z`. Going backward, the tanh comes before the product.

# %%
gradients["dJ_dW1"] = "x.T @ dJ_dh + lam * W1"
