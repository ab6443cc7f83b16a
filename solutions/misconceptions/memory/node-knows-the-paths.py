# %% [markdown] exercise=["hw6-memory/card"]
# A node does not know the graph.
#
# Following all paths takes forever in a deep graph. And look at `Sigmoid`: does it know what comes
# after it?

# %%
card["node"] = 'b'
