# %% [markdown] exercise=["hw5-mlp/gradients-in-numbers"]
# In numbers, the gradients of the weights forget the penalty.
#
# Each weight is used twice: in its layer, and in the penalty. Gradients add up at forks: what share
# does the penalty bring?

# %%
network_gradients["dJ_dW2"] = "tanh(1) (3 tanh(1) - 1)"
network_gradients["dJ_dW1"] = "6 (3 tanh(1) - 1) (1 - tanh(1)^2)"
