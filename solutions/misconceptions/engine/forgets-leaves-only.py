# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Forgets the old gradients of the leaves, but not of the nodes between.
#
# The nodes between the leaves and the output keep what the last call left in them, and send old
# and new on together. Every node has to forget. On `y = Exp(Exp(x))`, call your algorithm twice
# and print the whole graph.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        if not node.input_nodes:
            node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
