# %% [markdown] exercise=["hw5-mlp/second"]
# The penalty is in the mixed derivative.
#
# $\lambda W_2$ does not move with $W_1$.

# %%
second["d2J_dW1dW2"] = "(1 - h^2) x (W2 h + o - y) + lam"
