# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Gives each input the whole list of downstream gradients.
#
# backward returns a list with one gradient for each input, in their order, and each input gets only
# its own. For `c = a + b` the list is [1, 1]; `a` gets the first number, not the list.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        downstream = node.backward()
        for input_node in node.input_nodes:
            input_node.accumulate_gradient(downstream)
    return graph
