# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine", "hw5-mlp/engine", "hw8-transformer/engine"]
# Kahn's algorithm: a node is ready when all its shares have come.

# %%
from collections import Counter, deque


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    waiting = Counter(child for node in nodes for child in node.input_nodes)
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    ready = deque([graph])
    while ready:
        node = ready.popleft()
        for child, share in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(share)
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    return graph
