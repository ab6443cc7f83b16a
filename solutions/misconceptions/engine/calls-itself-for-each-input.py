# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine"]
# Calls the whole algorithm again for each input, resetting included.
#
# Every inner call forgets the gradients of all the nodes below it and starts over there, so of the
# paths that lead to a node, only the last one counts. In `b = a + a`, the call for the second `a`
# forgets what the first one brought: `a` ends up with 1 instead of 2.

# %%
def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for input_node, downstream in zip(graph.input_nodes, graph.backward()):
        backward_algorithm(input_node, downstream)
    return graph
