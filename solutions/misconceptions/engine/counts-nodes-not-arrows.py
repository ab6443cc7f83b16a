# %% [markdown] exercise=["hw2-tanh/engine"]
# Waits for one share from each node, not one from each arrow.
#
# A node that uses another one twice sends two shares, and yours counts them against two nodes. So
# the wait is over before the last node has sent its share. In `b = a + a`, how many shares does `a`
# have to wait for?

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    waiting = {node: 0 for node in nodes}
    for node in nodes:
        for input_node in set(node.input_nodes):
            waiting[input_node] += 1
    ready = [graph]
    while ready:
        node = ready.pop(0)
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
            waiting[input_node] -= 1
            if waiting[input_node] == 0:
                ready.append(input_node)
    return graph
