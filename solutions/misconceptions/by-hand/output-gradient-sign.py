# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient at the output has the wrong sign.
#
# If the output is above the label, then moving it up makes the loss larger, so the gradient is
# positive there. Take `o = 3`, `y = 1`.

# %%
gradients["dJ_do"] = "y - o"
