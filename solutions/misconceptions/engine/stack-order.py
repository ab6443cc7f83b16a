# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Goes on from the node that was found last, as with a stack, not from one that is ready.
#
# A node is ready when everything it feeds has been processed, however late it was found. Write the
# order down for tanh, and look at the node that is used twice.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    stack, seen = [graph], {graph}
    while stack:
        node = stack.pop()
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
            if input_node not in seen:
                seen.add(input_node)
                stack.append(input_node)
    return graph
