# %% [markdown] exercise=["hw5-mlp/gradients"]
# The derivative of tanh is written with z instead of h.
#
# It is `1 - tanh(z)^2`, and `tanh(z)` is `h`. At `z = 3` the curve is nearly flat: is `1 - 3^2`
# nearly 0?

# %%
gradients["dJ_dz"] = "dJ_dh * (1 - z**2)"
