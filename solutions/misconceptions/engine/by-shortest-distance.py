# %% [markdown] exercise=["hw2-tanh/engine", "hw3-polynomial/engine"]
# Processes the nodes in the order of their distance from the output.
#
# There may be both a short and a long path from the output to a node, and it has to wait for what
# comes along the longest. In `u = -v; y = u + exp(-u)`, `u` is one step from `y`, so it is
# processed before `-u`, two steps away, has sent it anything.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()[::-1]
    distance = {graph: 0}
    queue = [graph]
    for node in queue:
        for input_node in node.input_nodes:
            if input_node not in distance:
                distance[input_node] = distance[node] + 1
                queue.append(input_node)
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in sorted(nodes, key=distance.get):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
