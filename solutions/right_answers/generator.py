# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# A generator of edges.

# %%
def edges_backward(nodes):
    for node in reversed(nodes):
        yield from zip(node.input_nodes, node.backward())


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for input_node, share in edges_backward(nodes):
        input_node.accumulate_gradient(share)
    return graph
