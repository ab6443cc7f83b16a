# %% [markdown] loses=["backward-algorithm-check", "sinh-check", "fork-check"]
# Does not forget old gradients, so a second backward pass piles up on the first.

# %% grade_id="backward-algorithm"
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        for input_node, gradient in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(gradient)
    return graph
