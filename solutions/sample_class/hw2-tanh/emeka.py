# %% [markdown] loses=["engine-check"]
# Breadth first: a node passes its gradient on before all shares have arrived.

# %% grade_id="engine"
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    queue, seen = [graph], {graph}
    while queue:
        node = queue.pop(0)
        for input_node, gradient in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(gradient)
            if input_node not in seen:
                seen.add(input_node)
                queue.append(input_node)
    return graph


# %% grade_id="own-engine"
own_engine = {"first": 15, "second": 9, "third": "u"}
