# %% [markdown]
# All right, in plain code.

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


# %% grade_id="matmul"
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.gradient]

# %% grade_id="own-engine"
own_engine = {"first": 13, "second": 15, "third": 2.5}
