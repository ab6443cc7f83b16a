# %% [markdown] base="untouched" loses=["mul-check", "two-forks-check", "prediction-check", "order-check", "twice-check", "tanh-all", "wrong-engines-check", "own-engine-check"]
# Unfinished: the engine and Add are there, Mul is not, and the questions are not answered.

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
