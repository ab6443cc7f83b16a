# %% [markdown] exercise=["hw3-polynomial/engine", "hw4-matmul/engine"]
# Clones the first share, then adds to the clone in place.

# %%
def own(gradient):
    return gradient.clone() if hasattr(gradient, "clone") else gradient


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = own(one)
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            if getattr(downstream, "shape", None) != input_node.shape:
                input_node.accumulate_gradient(downstream)
            elif input_node.gradient is None:
                input_node.gradient = own(downstream)
            else:
                input_node.gradient += downstream
    return graph
