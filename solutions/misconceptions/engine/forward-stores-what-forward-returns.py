# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw3-polynomial/engine"]
# Stores what forward returns as the result.
#
# forward puts the result into the node by itself and returns nothing, that is, None; storing
# that wipes the result out again. For a leaf a = 3, the result is 3 for a moment, and then
# None.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.result = node.forward()
    return graph
