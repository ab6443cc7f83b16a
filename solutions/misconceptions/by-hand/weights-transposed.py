# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient of W2 has come out transposed.
#
# It has to have the shape of $W_2$: a row for each output, a column for each hidden unit. Which
# of the two columns has to stand on the left?

# %%
gradients["dJ_dW2"] = "h @ dJ_do.T + lam * W2.T"
gradients["dJ_dW1"] = "x @ dJ_dz.T + lam * W1.T"
