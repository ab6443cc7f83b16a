# %% [markdown] exercise=["hw5-mlp/second"]
# One factor h is missing.
#
# `o = h W2` moves by `h` when `W2` moves, and in `(o - y) h` it is multiplied by another `h`.

# %%
second_derivatives["d2J_dW2dW2"] = "h + lam"
