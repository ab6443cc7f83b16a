# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Kahn's algorithm with a stack, the counts kept in the nodes themselves.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
        node.missing_shares = 0
    return graph


def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient, node.missing_shares = None, 0
    for node in graph.sorted_nodes():
        for child in node.input_nodes:
            child.missing_shares += 1
    graph.gradient = one
    stack = [graph]
    while stack:
        node = stack.pop()
        for child, share in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(share)
            child.missing_shares -= 1
            if not child.missing_shares:
                stack.append(child)
    return graph
