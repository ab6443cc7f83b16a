# %% [markdown] exercise=["hw2-tanh/twice"]

# %% [markdown] mistake="twice-between-too"
# This assumes that the nodes in between keep their gradients, as in our scaffold.
#
# In PyTorch, only leaves keep theirs. The nodes in between start over in each call.

# %%
twice["a"] = 12

# %% [markdown] mistake="twice-forgets"
# This assumes that PyTorch forgets the first call.
#
# PyTorch keeps the gradients in the leaves and adds the new ones on top; that is why there is
# zero_grad().

# %%
twice["a"] = 4

# %% [markdown] mistake="twice-squares"
# This assumes that the second call multiplies what the first one left.
#
# It adds the same amount again.

# %%
twice["a"] = 16
