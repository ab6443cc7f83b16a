# %% [markdown] exercise=["hw2-tanh/order"]

# %% [markdown] mistake="order-branch-by-branch"
# One branch is followed to its end before the other begins.
#
# On the way down from s you pass q, but q is still waiting for its share from t.

# %%
order = ["z", "s", "m", "q", "n", "r", "t", "p", "x"]

# %% [markdown] mistake="order-breadth-first"
# The order is breadth first.
#
# p is reached early, through s, but it also feeds t, and t has not been processed yet.

# %%
order = ["z", "s", "r", "p", "m", "t", "q", "x", "n"]

# %% [markdown] mistake="order-forward"
# The order is that of the forward pass.
#
# A backward pass begins at the output, the only node whose gradient is known.

# %%
order = ["x", "p", "n", "q", "m", "s", "t", "r", "z"]

# %% [markdown] mistake="order-leaf-early"
# The leaf is processed before all the nodes it feeds are done.
#
# x feeds p and n. Both have to be done before it.

# %%
order = ["z", "s", "r", "t", "p", "x", "m", "q", "n"]

# %% [markdown] mistake="order-output-last"
# The output comes last.
#
# All gradients come from the output, so until it has been processed, no other node has a gradient
# to pass on. The rest of your order is right. In z = exp(x) there are only two nodes, and x cannot
# come first.

# %%
order = ["r", "s", "t", "m", "q", "n", "p", "x", "z"]

# %% [markdown] mistake="order-q-too-early"
# q is processed before all its shares have arrived.
#
# q is at a fork: find both boxes it feeds. A box at a fork has to wait for the slower of its two
# branches. In the graph b = a + c, d = exp(a), z = b * d, the node a waits for b and for d.

# %%
order = ["z", "s", "m", "q", "r", "t", "p", "n", "x"]

# %% [markdown] right="order-by-branches"
# The other branch first.

# %%
order = ("z", "r", "t", "s", "m", "p", "q", "n", "x")
