# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine"]
# Keeps the list of nodes outside the function, where it outlives the call.
#
# In the next call the nodes of the last graph are still on the list, and nobody sends them
# anything. After a call on `b = -a`, a call on `d = -c` goes through d, c, and then b and a.
# What belongs to one call should be made in that call.

# %%
topo = []
visited = set()


def build_topo(node):
    if node not in visited:
        visited.add(node)
        for input_node in node.input_nodes:
            build_topo(input_node)
        topo.append(node)


def backward_algorithm(graph, one=1.0):
    build_topo(graph)
    for node in topo:
        node.gradient = None
    graph.gradient = one
    for node in reversed(topo):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
