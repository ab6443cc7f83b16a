# %% [markdown]
# All right: Kahn's algorithm, and nodes for any number of inputs.

# %% grade_id="engine"
from collections import Counter, deque


def forward_algorithm(graph):
    [node.forward() for node in graph.sorted_nodes()]
    return graph


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


# %% grade_id="add"
class Add(ComputationNode):
    def forward(self):
        self.result = sum(self.input(i) for i in range(len(self.input_nodes)))

    def backward(self):
        return [self.gradient] * len(self.input_nodes)


# %% grade_id="own-engine"
own_engine = {"first": 16, "second": 17, "third": "p"}
