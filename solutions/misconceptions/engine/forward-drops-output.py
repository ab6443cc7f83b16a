# %% [markdown] exercise=["hw1-cosh/forward-algorithm"]
# Stops before the output.
#
# `[:-1]` is all nodes but the last, and the last one is the output: its result stays None.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes()[:-1]:
        node.forward()
    return graph
