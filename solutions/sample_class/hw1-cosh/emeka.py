# %% [markdown] loses=["backward-algorithm-check", "sinh-check", "fork-check"]
# Overwrites where it should accumulate: at a fork only one share survives.

# %% grade_id="backward-algorithm"
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        for input_node, gradient in zip(node.input_nodes, node.backward()):
            input_node.gradient = gradient
    return graph
