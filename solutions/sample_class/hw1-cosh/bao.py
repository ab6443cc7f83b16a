# %% [markdown]
# All right: recursion that remembers where it has been, numbers instead of formulas.

# %% grade_id="forward-algorithm"
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


# %% grade_id="backward-algorithm"
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


# %% grade_id="forward-by-hand"
import math

forward_pass = {
    "a": math.log(3),
    "b": 3.0,
    "c": math.log(3),
    "d": -math.log(3),
    "r": 1 / 3,
    "z": 5 / 3,
}

# %% grade_id="backward-by-hand"
backward_pass = dict(z=1, r=0.5, d=1 / 6, c=-1 / 6, b=0.5, a=1.5, x=4 / 3)

# %% grade_id="sinh-formula"
dz_dx = "sinh x"
