# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine", "hw5-mlp/engine", "hw8-transformer/engine"]
# Recursion that remembers where it has been.

# %%
def backward_algorithm(graph, one=1.0):
    finished = []
    seen = set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for child in node.input_nodes:
                visit(child)
            finished.append(node)

    visit(graph)
    for node in finished:
        node.gradient = None
    graph.gradient = one
    while finished:
        node = finished.pop()
        for child, share in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(share)
    return graph
