# %% [markdown] exercise=["hw2-tanh/engine"]

# %% [markdown] mistake="breadth-first" exercise=["hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Processes the nodes in the order of their shortest distance from the output.
#
# There may be both a short and a long path from the output to a node, and the node has to wait for
# what comes along the longest. In `u = -v; y = u + exp(-u)`, `u` is one step from `y`, so it is
# processed before `-u`, two steps away, has sent it anything.

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

# %% [markdown] mistake="by-shortest-distance" exercise=["hw2-tanh/engine", "hw3-polynomial/engine"]
# Processes the nodes in the order of their shortest distance from the output.
#
# There may be both a short and a long path from the output to a node, and the node has to wait for
# what comes along the longest. In `u = -v; y = u + exp(-u)`, `u` is one step from `y`, so it is
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

# %% [markdown] mistake="counts-nodes-not-arrows"
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

# %% [markdown] mistake="counts-nodes-not-arrows-with-a-stack"
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
        node = ready.pop()
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
            waiting[input_node] -= 1
            if waiting[input_node] == 0:
                ready.append(input_node)
    return graph
