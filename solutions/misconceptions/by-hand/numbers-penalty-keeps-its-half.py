# %% [markdown] exercise=["hw5-mlp/gradients-in-numbers"]
# In numbers, the share of the penalty still has its half.
#
# The derivative of `w^2` is `2w`, and its 2 meets the half. Differentiate `λ/2 w^2`.

# %%
network_gradients["dJ_dW2"] = "tanh(1) (3 tanh(1) - 1) + 0.15"
network_gradients["dJ_dW1"] = "6 (3 tanh(1) - 1) (1 - tanh(1)^2) + 0.025"
