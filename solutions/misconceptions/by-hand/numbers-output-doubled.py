# %% [markdown] exercise=["hw5-mlp/gradients-in-numbers"]
# In numbers, the gradient at the output is twice as large.
#
# The square brings a 2, and the half in front of it takes it away again. For a difference of 3, `L`
# is 4.5; compute it for 3.01 as well, and compare.

# %%
network_gradients["dJ_do"] = "2 (3 tanh(1) - 1)"
