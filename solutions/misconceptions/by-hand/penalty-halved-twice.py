# %% [markdown] exercise=["hw5-mlp/network"]
# The penalty is halved twice.
#
# `Mean` divides by 2 already. For norms 2 and 4 and lambda 1 the penalty is 3.

# %%
network["s"] = "lam / 2 * Mean(SquaredNorm(W1), SquaredNorm(W2))"
