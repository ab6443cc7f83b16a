# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Divides the gradient among a node's inputs.
#
# A gradient is not a cake: for each input separately, the question is how much the output moves
# when it does and the other inputs are held still. In `c = a + b`, moving `a` by h moves `c` by h,
# so `a` gets the whole 1, and so does `b`; neither gets a half.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream / len(node.input_nodes))
    return graph
