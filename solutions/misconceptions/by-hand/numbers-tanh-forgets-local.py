# %% [markdown] exercise=["hw5-mlp/gradients-in-numbers"]
# In numbers, the gradient passes through the tanh unchanged.
#
# Where tanh is flat, moving `z` hardly moves `h`, and `J` hardly moves. So there is a factor
# between the two gradients.

# %%
network_gradients["dJ_dz"] = "3 (3 tanh(1) - 1)"
