# %% [markdown] loses=["engine-check", "twice-engine-check"]
# The student answer that is printed in the homework this course grew from, exactly as printed
# there: its Add and Mul are right, its backward algorithm is not.

# %% grade_id="engine"
def forward_algorithm(graph):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.result = 0

    for node in nodes:
        node.forward()

    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()[:-1]
    for node in nodes:
        node.gradient = 0

    nodes[0].gradient = one

    for node in nodes:
        downstream_gradients = node.backward()
        for input_node, downstream_gradient in zip(
            node.input_nodes, downstream_gradients
        ):
            input_node.accumulate_gradient(downstream_gradient)

    return graph


# %% grade_id="add"
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]


# %% grade_id="mul"
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]


# %% grade_id="own-engine"
own_engine = {"first": 24, "second": 20, "third": "p"}
