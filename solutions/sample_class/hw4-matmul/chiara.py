# %% [markdown]
# All right: transposes of products, and a bias summed by a product with ones.

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


# %% grade_id="matmul"
class Matmul(ComputationNode):
    def forward(self):
        self.result = torch.matmul(self.input(0), self.input(1))

    def backward(self):
        left = (self.input(1) @ self.gradient.transpose(0, 1)).transpose(0, 1)
        right = (self.gradient.transpose(0, 1) @ self.input(0)).transpose(0, 1)
        return left, right


# %% grade_id="add-bias"
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        rows = self.gradient.shape[0]
        return [self.gradient, torch.ones(rows, dtype=self.gradient.dtype) @ self.gradient]

# %% grade_id="own-engine"
own_engine = {"first": 19, "second": 15, "third": 2}
