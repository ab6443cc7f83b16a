# %% [markdown] exercise=["hw2-tanh/twice"]
# The nodes in between keep their gradients only in our scaffold.
#
# In PyTorch, only leaves keep theirs. The nodes in between start over in each call.

# %%
twice["a"] = 12
