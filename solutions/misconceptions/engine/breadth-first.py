# %% [markdown] exercise=["hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Visits the nodes breadth first, each once.
#
# A node is processed as soon as it is first reached, even if a longer path to it is still open. It
# then passes on a gradient that is not complete. Think of `u = -x; y = u + exp(u)`: which shares
# has `u` received when it is processed?

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    queue, seen = [graph], {graph}
    while queue:
        node = queue.pop(0)
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
            if input_node not in seen:
                seen.add(input_node)
                queue.append(input_node)
    return graph
