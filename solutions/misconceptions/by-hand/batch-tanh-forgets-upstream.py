# %% [markdown] exercise=["hw5-mlp/batch-gradients"]
# The gradient of Z is the local gradient alone.
#
# The slope of tanh says how `H` moves with `Z`. How `J` moves with `H` has to be a factor as
# well.

# %%
batch_gradients["dJ_dZ"] = "1 - H**2"
