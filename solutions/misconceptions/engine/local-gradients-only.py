# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Starts afresh with `one` at every node, so only local gradients are handed on.
#
# The chain breaks at each node: what has come down from the output so far has to be multiplied
# in, not replaced. In `b = -a; c = -b`, the gradient of `a` is (-1) times (-1), which is 1;
# starting afresh at `b` leaves -1.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        arrived = node.gradient
        node.gradient = one
        local_gradients = node.backward()
        node.gradient = arrived
        for input_node, local in zip(node.input_nodes, local_gradients):
            input_node.accumulate_gradient(local)
    return graph
