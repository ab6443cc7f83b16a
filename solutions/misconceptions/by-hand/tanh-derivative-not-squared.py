# %% [markdown] exercise=["hw5-mlp/gradients"]
# The derivative of tanh has lost its square.
#
# At `z = -0.5`, `h` is `-0.46`; a slope of `1 + 0.46` would be steeper than tanh is anywhere.

# %%
gradients["dJ_dz"] = "dJ_dh * (1 - h)"
