# %% [markdown] exercise=["hw5-mlp/network"]
# The squared loss is not summed.
#
# `‖·‖^2` is the sum of the squares of all entries, a single number: `SquaredNorm(A)`.
# Squaring entry by entry leaves a row.

# %%
network["L"] = "1/2 * (o - y)**2"
