# %% [markdown] exercise=["hw2-tanh/twice"]
# The nodes between are thought to keep their gradients too.
#
# In PyTorch only leaves keep theirs. The nodes between start afresh in each call.

# %%
twice["a"] = 12
