# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Goes down from the output and stops at nodes that already have a gradient.
#
# The first path that reaches a node settles its gradient, and the other paths are cut off
# there. In `u = -v; y = u + exp(u)`, the share of `u` that comes straight from `y` is the only
# one; the one through `exp(u)` never counts, for `u` or for `v`.

# %%
def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one

    def go(node):
        downstream = node.backward()
        for input_node, gradient in zip(node.input_nodes, downstream):
            if input_node.gradient is None:
                input_node.gradient = gradient
                go(input_node)

    go(graph)
    return graph
