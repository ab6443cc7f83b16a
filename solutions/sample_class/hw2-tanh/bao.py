# %% [markdown]
# All right: recursion with a memory, local gradients written out.

# %% grade_id="engine"
def forward_algorithm(graph):
    done = set()

    def visit(node):
        if node in done:
            return
        done.add(node)
        for child in node.input_nodes:
            visit(child)
        node.forward()

    visit(graph)
    return graph


def backward_algorithm(graph, one=1.0):
    order, seen = [], set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        node.gradient = None
        for child in node.input_nodes:
            visit(child)
        order.append(node)

    visit(graph)
    graph.accumulate_gradient(one)
    while order:
        node = order.pop()
        for child, gradient in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(gradient)
    return graph


# %% grade_id="mul"
class Mul(ComputationNode):
    def forward(self):
        x, y = self.input(0), self.input(1)
        self.result = x * y

    def backward(self):
        x, y = self.input(0), self.input(1)
        local_gradients = [y, x]
        return [local * self.gradient for local in local_gradients]


# %% grade_id="own-engine"
own_engine = {"first": 32, "second": 23, "third": 21}
