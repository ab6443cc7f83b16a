# %% [markdown] exercise=["hw5-mlp/network"]
# The penalty counts only one matrix of weights.
#
# Both layers have weights, and both are penalised. In the picture an arrow should lead from each of
# the two matrices into the penalty.

# %%
network["s"] = "lam / 2 * SquaredNorm(W1)"
