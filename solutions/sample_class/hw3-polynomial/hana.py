# %% [markdown] loses=["engine-check", "weights-check", "higher-check", "higher-exp-check"]
# Starts at 1.0 instead of one, which a graph of tensors does not accept.

# %% grade_id="engine"
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = 1.0
    for node in nodes[::-1]:
        for input_node, gradient in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(gradient)
    return graph


# %% grade_id="weights"
weights = {"g0": 6, "g1": 8, "g2": 10}
