# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Calls a node's backward once for each of its inputs: right, and still linear.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for i, input_node in enumerate(node.input_nodes):
            input_node.accumulate_gradient(node.backward()[i])
    return graph
