# %% [markdown] loses=["backward-algorithm-check", "sinh-check", "fork-check"]
# The student answer that is printed in the homework this course grew from, exactly as printed
# there. `[:-1]` leaves out the output node and does not reverse; `[::-1]` was meant. So
# everything but the backward algorithm is right.

# %% grade_id="forward-algorithm"
def forward_algorithm(graph):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.result = 0

    for node in nodes:
        node.forward()

    return graph


# %% grade_id="backward-algorithm"
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()[:-1]
    for node in nodes:
        node.gradient = 0

    nodes[0].gradient = one

    for node in nodes:
        downstream_gradients = node.backward()
        for input_node, downstream_gradient in zip(
            node.input_nodes, downstream_gradients
        ):
            input_node.accumulate_gradient(downstream_gradient)

    return graph


# %% grade_id="sinh-formula"
dz_dx = "(e^x - e^(-x))/2"

# %% grade_id="forward-by-hand"
forward_pass = {"a": "log 3", "b": "3", "c": "log 3", "d": "-log 3", "r": "1/3", "z": "5/3"}

# %% grade_id="backward-by-hand"
backward_pass = {
    "z": "1",
    "r": "1/2",
    "d": "e^d/2",
    "c": "-e^(-c)/2",
    "b": "1/2",
    "a": "e^a/2",
    "x": "(e^x - e^(-x))/2",
}
