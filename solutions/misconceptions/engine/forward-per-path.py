# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Computes a shared node once for every path that leads to it.
#
# The results are right, but a node that is used twice is computed twice, and so is everything it
# needs. The work can double with every fork. Each node needs its forward only once.

# %%
def forward_algorithm(graph):
    for node in graph.input_nodes:
        forward_algorithm(node)
    graph.forward()
    return graph
