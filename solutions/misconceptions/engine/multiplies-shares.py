# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Multiplies the shares that arrive at a fork.
#
# Along one path gradients are multiplied, and at a fork the paths are added. If each of two
# branches moves the output, moving both moves it by the sum.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            if input_node.gradient is None:
                input_node.gradient = downstream
            else:
                input_node.gradient = input_node.gradient * downstream
    return graph
