# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient of the weights has come out transposed.
#
# It has the shape of the weights: for `W2` a row for each hidden unit and a column for each
# output. Which of the two rows has to be transposed?

# %%
gradients["dJ_dW2"] = "dJ_do.T @ h + lam * W2.T"
gradients["dJ_dW1"] = "dJ_dz.T @ x + lam * W1.T"
