# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine", "hw5-mlp/engine", "hw8-transformer/engine"]
# Goes down one branch to the leaves before it looks at the other.
#
# The first branch is followed to its end, and on the way a shared node passes on what it has so
# far. What the other branch brings later is never passed on. In `b = a + a; c = b + b` the node
# `b` moves on after its first share.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    seen = set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
            visit(input_node)

    visit(graph)
    return graph
