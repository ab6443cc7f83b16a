# %% [markdown] exercise=["hw2-tanh/twice"]

# %% [markdown] mistake="twice-between-too"
# The nodes in between keep their gradients only in our scaffold.
#
# In PyTorch, only leaves keep theirs. The nodes in between start over in each call.

# %%
twice["a"] = 12

# %% [markdown] mistake="twice-forgets"
# PyTorch does not forget the first call.
#
# PyTorch keeps the gradients in the leaves and adds the new ones on top; that is why there is
# zero_grad().

# %%
twice["a"] = 4

# %% [markdown] mistake="twice-squares"
# The second call adds; it does not multiply.
#
# The second call adds the same amount again to what the first one left.

# %%
twice["a"] = 16
