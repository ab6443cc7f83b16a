# %% [markdown]
# All right: Kahn's algorithm with a dictionary of gradients, and formulas in many notations.

# %% grade_id="forward-algorithm"
from collections import Counter, deque


def forward_algorithm(graph):
    [node.forward() for node in graph.sorted_nodes()]
    return graph


# %% grade_id="backward-algorithm"
def backward_algorithm(graph, one=1.0):
    """Kahn's algorithm: a node is ready when every edge that leaves it has brought its share."""
    edges = Counter(i for node in graph.sorted_nodes() for i in node.input_nodes)
    received = {graph: one}
    ready = deque([graph])
    while ready:
        node = ready.popleft()
        node.gradient = received[node]
        for i, share in zip(node.input_nodes, node.backward()):
            received[i] = received[i] + share if i in received else share
            edges[i] -= 1
            if edges[i] == 0:
                ready.append(i)
    return graph


# %% grade_id="forward-by-hand"
forward_pass = {"a": "x", "b": "e^x", "c": "ln 3", "d": "−log 3", "r": "3^-1", "z": "(3 + 1/3)/2"}

# %% grade_id="backward-by-hand"
backward_pass = {
    "z": 1,
    "r": "1/2",
    "d": "e^d/2",
    "c": "-e^(-c)/2",
    "b": 0.5,
    "a": "1/2 e^a",
    "x": "sinh(x)",
}

# %% grade_id="sinh-formula"
dz_dx = "1/2 (e^x − e^-x)"
