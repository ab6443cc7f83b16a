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
    "a": math.log(2),
    "b": 2.0,
    "c": math.log(2),
    "d": -math.log(2),
    "e": 0.5,
    "z": 1.25,
}

# %% grade_id="backward-by-hand"
backward_pass = dict(z=1, e=0.5, d=0.25, c=-0.25, b=0.5, a=1, x=0.75)

# %% grade_id="sinh-formula"
dz_dx = "sinh x"
