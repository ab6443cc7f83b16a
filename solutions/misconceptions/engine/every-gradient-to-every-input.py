# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Gives every gradient in the list to every input.
#
# Each input gets the gradients of the others, too: their sum, or one after the other in two loops.
# The first gradient belongs to the first input, and the second to the second: pair them with `zip`,
# in one loop.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for downstream in node.backward():
            for input_node in node.input_nodes:
                input_node.accumulate_gradient(downstream)
    return graph
