# %% [markdown]
# All right: Kahn's algorithm, and Python's powers.

# %% grade_id="engine"
from collections import Counter, deque


def forward_algorithm(graph):
    [node.forward() for node in graph.sorted_nodes()]
    return graph


def backward_algorithm(graph, one=1.0):
    """Kahn's algorithm: a node is ready when every edge that leaves it has brought its share."""
    nodes = graph.sorted_nodes()
    edges = Counter(i for node in nodes for i in node.input_nodes)
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    ready = deque([graph])
    while ready:
        node = ready.popleft()
        for i, share in zip(node.input_nodes, node.backward()):
            i.accumulate_gradient(share)
            edges[i] -= 1
            if edges[i] == 0:
                ready.append(i)
    return graph


# %% grade_id="polynomial-formula"
dy_dx = "4*x**3 - 6*x**2 + 6*x - 4"
