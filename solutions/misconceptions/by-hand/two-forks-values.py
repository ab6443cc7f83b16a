# %% [markdown] exercise=["hw2-tanh/two-forks-by-hand"]
# The values are given instead of the gradients.
#
# These are the numbers of the forward pass. The backward pass starts at the output and asks how far
# c moves when a node does. With a = 5, the values would be different but the gradients the same.

# %%
two_forks["c"] = 4
two_forks["b"] = 2
two_forks["a"] = 1
