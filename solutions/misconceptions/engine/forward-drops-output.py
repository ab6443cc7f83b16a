# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Stops before the output.
#
# `[:-1]` is all nodes but the last, and the last one is the output: its result stays None.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes()[:-1]:
        node.forward()
    return graph
