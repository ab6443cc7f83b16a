# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw4-matmul/engine"]
# Sets all gradients to 0, and adds.

# %%
def forward_algorithm(graph):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.result = 0
    for node in nodes:
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()[::-1]
    for node in nodes:
        node.gradient = 0
    nodes[0].gradient = one
    for node in nodes:
        downstream_gradients = node.backward()
        for input_node, downstream_gradient in zip(node.input_nodes, downstream_gradients):
            input_node.gradient = input_node.gradient + downstream_gradient
    return graph
