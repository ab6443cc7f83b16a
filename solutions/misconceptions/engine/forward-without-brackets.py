# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Names forward, and does not call it.
#
# `forward` without brackets does nothing: call it, `node.forward()`. In the same way `print` prints
# nothing, and `print()` does.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward
    return graph
