# %% [markdown] exercise=["hw5-mlp/second"]
# The output is treated as a constant.
#
# `o = h W2` depends on `W2`, so `(o - y) h` does too.

# %%
second_derivatives["d2J_dW2dW2"] = "lam"
