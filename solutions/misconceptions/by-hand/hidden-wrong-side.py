# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient of h multiplies from the wrong side.
#
# A row stands on the left of a matrix. Write down both shapes and see which order fits.

# %%
gradients["dJ_dh"] = "W2.T @ dJ_do"
