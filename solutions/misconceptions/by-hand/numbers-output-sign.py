# %% [markdown] exercise=["hw5-mlp/gradients-in-numbers"]
# In numbers, the gradient at the output has the wrong sign.
#
# If the output is above the label, then moving it up makes the loss larger, so the gradient is
# positive there. Which of the two is larger here?

# %%
network_gradients["dJ_do"] = "1 - 3 tanh(1)"
