# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient of z is the local gradient alone.
#
# The slope of tanh says how `h` moves with `z`. How `J` moves with `h` has to be a factor as
# well.

# %%
gradients["dJ_dz"] = "1 - h**2"
