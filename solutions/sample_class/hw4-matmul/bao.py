# %% [markdown]
# All right: einsum, and numbers worked out.

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


# %% grade_id="entries"
entries = {"dA_01": 1, "dB_10": 16}


# %% grade_id="matmul"
class Matmul(ComputationNode):
    def forward(self):
        self.result = torch.einsum("ik,kj->ij", self.input(0), self.input(1))

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        return [torch.einsum("ij,kj->ik", G, B), torch.einsum("ik,ij->kj", A, G)]

# %% grade_id="own-engine"
own_engine = {"first": 23, "second": 33, "third": "c"}
