# %% [markdown] exercise=["hw5-mlp/gradients-in-numbers"]
# In numbers, the slope of tanh has lost its square.
#
# At `z = -0.5`, `h` is `-0.46`; a slope of `1 + 0.46` would be steeper than tanh is anywhere.

# %%
network_gradients["dJ_dz"] = "3 (3 tanh(1) - 1) (1 - tanh(1))"
