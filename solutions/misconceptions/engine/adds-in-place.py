# %% [markdown] exercise=["hw3-polynomial/engine", "hw4-matmul/engine"]
# Adds a share in place, with `+=`, to a tensor that another node holds too.
#
# When a node hands the same tensor to two inputs, both hold the very same object. Adding to it
# in place changes the gradient of the other one too. Make a new tensor with `+`.

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
                input_node.gradient += downstream
    return graph
