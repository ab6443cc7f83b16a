# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient passes through the tanh unchanged.
#
# Where tanh is flat, moving `z` hardly moves `h`, and `J` hardly moves. So there is a factor
# between the two gradients.

# %%
gradients["dJ_dz"] = "dJ_dh"
