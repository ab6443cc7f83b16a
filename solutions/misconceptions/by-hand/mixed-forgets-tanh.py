# %% [markdown] exercise=["hw5-mlp/second"]
# The derivative of tanh is missing.
#
# `h` depends on `W1` through the tanh, whose slope is `1 - h^2`.

# %%
second_derivatives["d2J_dW1dW2"] = "x (W2 h + o - y)"
