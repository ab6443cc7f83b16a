# %% [markdown] loses=["network-check", "engine-check", "arithmetic-check"]
# The penalty has lost its half; the old engine overwrites, and Matmul's transposes are missing.

# %% grade_id="network"
network = {
    "z": "x @ W1",
    "h": "tanh(z)",
    "o": "h @ W2",
    "L": "SquaredLoss(o, y)",
    "s": "lam * (SquaredNorm(W1) + SquaredNorm(W2))",
    "J": "L + s",
}

# %% grade_id="engine"
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        for input_node, share in zip(node.input_nodes, node.backward()):
            input_node.gradient = share
    return graph


# %% grade_id="arithmetic"
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]


class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]


class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1), self.input(0) @ self.gradient]
