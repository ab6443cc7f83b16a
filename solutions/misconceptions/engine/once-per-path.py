# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Visits a node once for every path that leads to it.
#
# The numbers come out right, because each share is sent on separately. But the number of paths
# doubles with every fork: after `b = a + a; c = b + b` and so on, 30 steps already mean a billion
# visits. Collect all shares of a node first, then process it once.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    def visit(node, share):
        total = node.gradient
        node.gradient = share
        downstream = node.backward()
        node.gradient = share if total is None else total + share
        for input_node, each in zip(node.input_nodes, downstream):
            visit(input_node, each)

    graph.gradient = None
    visit(graph, one)
    return graph
