# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Serves an input only once when a node uses it twice.
#
# A set, like the keys of a dictionary, holds each input only once. But in `b = a + a` there are two
# arrows from `a` to `b`, and each of them brings a share.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        shares = dict(zip(node.input_nodes, node.backward()))
        for input_node, downstream in shares.items():
            input_node.accumulate_gradient(downstream)
    return graph
