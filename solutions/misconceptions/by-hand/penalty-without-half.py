# %% [markdown] exercise=["hw5-mlp/network"]
# The penalty has lost its half.
#
# The penalty is lambda times the *mean* of the two squared norms, or half of lambda times their
# sum. For norms 2 and 4 and lambda 1 it is 3.

# %%
network["s"] = "lam * (SquaredNorm(W1) + SquaredNorm(W2))"
