# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Left and right inputs by name, leaves skipped.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        if isinstance(node, Leaf):
            continue
        downstream = node.backward()
        if len(downstream) == 1:
            node.input_nodes[0].accumulate_gradient(downstream[0])
        elif len(downstream) == 2:
            left, right = node.input_nodes
            left.accumulate_gradient(downstream[0])
            right.accumulate_gradient(downstream[1])
    return graph
