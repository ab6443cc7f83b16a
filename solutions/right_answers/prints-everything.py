# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw4-matmul/engine"]
# Print statements everywhere, left in from debugging.

# %%
def forward_algorithm(graph):
    print("forward", graph)
    for i, node in enumerate(graph.sorted_nodes()):
        node.forward()
        print(i, node.label, "->", node.result)
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        print("reset", node.label, "was", node.gradient)
        node.gradient = None
    graph.gradient = one
    print("start with", one)
    for node in nodes[::-1]:
        print("*** now at", node.label, "upstream =", node.gradient)
        result = node.backward()
        print("backward returned", result)
        for input_node, g in zip(node.input_nodes, result):
            print("   giving", g, "to", input_node.label)
            input_node.accumulate_gradient(g)
    print(graph)
    return graph
