# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine"]
# Hands on only the last downstream gradient of each node.
#
# The line that hands on the gradient comes after the inner loop instead of inside it, so it runs
# once, with what the last round left. In `c = a + b`, `b` gets its 1 and `a` gets nothing.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = one * 0
    graph.gradient = one
    for node in reversed(nodes):
        if node.input_nodes:
            for input_node, downstream in zip(node.input_nodes, node.backward()):
                gradient = downstream
            input_node.accumulate_gradient(gradient)
    return graph
