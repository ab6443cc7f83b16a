# %% [markdown] exercise=["hw3-polynomial/engine", "hw4-matmul/engine"]
# Asks `if node.gradient`, which a tensor cannot answer.
#
# To find out whether there is a gradient, compare with None. A number 0 counts as false although it
# is a gradient, and a tensor of several entries is neither true nor false: `if torch.tensor([1.0,
# 0.0]):` raises an error.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            if input_node.gradient:
                input_node.gradient = input_node.gradient + downstream
            else:
                input_node.gradient = downstream
    return graph
