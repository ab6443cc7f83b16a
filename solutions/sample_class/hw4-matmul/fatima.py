# %% [markdown] base="untouched" loses=["entries-check", "matmul-check", "bias-by-hand-check", "add-bias-check", "loss-by-hand-check", "loss-all", "wrong-engines-check", "own-engine-check"]
# Unfinished: shapes, Matmul in the wrong order, no bias, no loss.

# %% grade_id="engine"
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        downstream = node.backward()
        for i in range(len(downstream)):
            node.input_nodes[i].accumulate_gradient(downstream[i])
    return graph


# %% grade_id="add"
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]


# %% grade_id="shapes"
shapes = {"dA_rows": 3, "dA_columns": 2, "dB_rows": 2, "dB_columns": 4}


# %% grade_id="matmul"
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.input(1).T @ self.gradient, self.gradient @ self.input(0).T]
