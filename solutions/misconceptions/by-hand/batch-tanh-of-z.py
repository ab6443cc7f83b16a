# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# With a batch, the derivative of tanh is written with Z.
#
# It is `1 - tanh^2`, and `tanh(Z)` is `H`.

# %%
batch_gradients["dJ_dZ"] = "dJ_dH * (1 - Z**2)"
