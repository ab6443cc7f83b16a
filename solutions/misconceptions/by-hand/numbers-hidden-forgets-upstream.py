# %% [markdown] exercise=["hw5-mlp/gradients-in-numbers"]
# In numbers, the gradient of h is the weight alone.
#
# The weight says how much `o` moves with `h`. How much `J` moves with `o` has to be a factor as
# well.

# %%
network_gradients["dJ_dh"] = 3
