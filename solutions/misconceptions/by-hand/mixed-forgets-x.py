# %% [markdown] exercise=["hw5-mlp/second"]
# The derivative of `x W1` is missing.
#
# `h = tanh(x W1)`: when `W1` moves by a little, `x W1` moves by `x` times as much.

# %%
second_derivatives["d2J_dW1dW2"] = "(1 - h^2) (W2 h + o - y)"
