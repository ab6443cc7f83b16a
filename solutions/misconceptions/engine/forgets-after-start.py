# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Forgets all gradients after it has put `one` at the output.
#
# The `one` at the output is forgotten together with the rest, so the first `backward` finds no
# gradient at all. First forget, then start.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    graph.gradient = one
    for node in nodes:
        node.gradient = None
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
