# %% [markdown] loses=["twice-check", "twice-engine-check"]
# Never forgets: the first backward pass is right, the second is not.

# %% grade_id="engine"
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        for input_node, gradient in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(gradient)
    return graph


# %% grade_id="twice"
twice = {"a": 4}


# %% grade_id="own-engine"
own_engine = {"first": 11, "second": 10, "third": 7}
