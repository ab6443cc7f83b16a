# %% [markdown] exercise=["hw2-tanh/order"]
# The leaf is processed before all the nodes it feeds are done.
#
# x feeds p and n. Both have to be done before it.

# %%
order = ["z", "s", "r", "t", "p", "x", "m", "q", "n"]
