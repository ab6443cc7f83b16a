# %% [markdown] loses=["linear-check", "backward-algorithm-check", "sinh-check", "fork-check"]
# Ignores `one` and always starts at 1; and moves by h, where x moves by 0.01, in the first
# exercise.

# %% grade_id="backward-algorithm"
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = 1.0
    for node in nodes[::-1]:
        for input_node, gradient in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(gradient)
    return graph


# %% grade_id="linear"
linear = {"df_dx": -6, "df_dy": 2, "x_up": "-6", "both_up": "-4"}
