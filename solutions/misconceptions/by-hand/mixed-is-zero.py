# %% [markdown] exercise=["hw5-mlp/second"]
# The two weights are treated as independent of each other.
#
# How much moving `W2` changes `J` depends on `h`, and `h` depends on `W1`.

# %%
second_derivatives["d2J_dW1dW2"] = 0
