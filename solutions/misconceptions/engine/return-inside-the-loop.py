# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Returns after the first node.
#
# The `return` is indented too far: it stands inside the loop over the nodes, so the walk ends
# after its first round. In `b = -a; c = -b`, only `c` is done: `b` has its gradient, and `a`
# keeps None.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
        return graph
