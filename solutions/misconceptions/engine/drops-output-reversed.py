# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine"]
# Leaves out the output when it walks backward.
#
# The walk begins one node too late, so the output's own `backward` never runs, and no node below it
# receives anything. The output is the first node that has to be processed.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[-2::-1]:
        if node.gradient is None:
            node.gradient = 0.0 * one
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
