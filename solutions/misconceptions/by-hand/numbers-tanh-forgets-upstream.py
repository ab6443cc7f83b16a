# %% [markdown] exercise=["hw5-mlp/gradients-in-numbers"]
# In numbers, the gradient of z is the slope of tanh alone.
#
# The slope says how much `h` moves with `z`. How much `J` moves with `h` has to be a factor as
# well.

# %%
network_gradients["dJ_dz"] = "1 - tanh(1)^2"
