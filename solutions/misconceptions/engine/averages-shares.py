# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Takes the mean of the shares that arrive at a fork.
#
# At a fork the shares add up; they are not averaged. In `b = a + a`, moving `a` by h moves `b`
# by 2h, not by h.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            if input_node.gradient is None:
                input_node.gradient = downstream
            else:
                input_node.gradient = (input_node.gradient + downstream) / 2
    return graph
