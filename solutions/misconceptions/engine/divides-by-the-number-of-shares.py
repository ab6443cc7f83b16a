# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Divides the sum of the shares at a fork by their number.
#
# Every branch moves the output, and the effects add up; a mean would say that two branches do
# no more than one. In `b = a + a`, the shares of `a` are 1 and 1, and moving `a` by h moves `b`
# by 2 h: the gradient is 2, not 1.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    shares = {node: [] for node in nodes}
    shares[graph] = [one]
    for node in reversed(nodes):
        node.gradient = sum(shares[node]) / len(shares[node])
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            shares[input_node].append(downstream)
    return graph
