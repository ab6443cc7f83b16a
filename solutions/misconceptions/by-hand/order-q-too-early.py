# %% [markdown] exercise=["hw2-tanh/order"]
# q is processed before all its shares have arrived.
#
# q is at a fork: find both boxes it feeds. A box at a fork has to wait for the slower of its two
# branches. In the graph b = a + c, d = exp(a), z = b * d, the node a waits for b and for d.

# %%
order = ["z", "s", "m", "q", "r", "t", "p", "n", "x"]
