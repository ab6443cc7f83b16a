# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Prints what it does.

# %%
def backward_algorithm(graph, one=1.0):
    print("starting with", one)
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for node in reversed(graph.sorted_nodes()):
        print("now at", type(node).__name__, "with gradient", node.gradient)
        for input_node, g in zip(node.input_nodes, node.backward()):
            print("   sends", g)
            input_node.accumulate_gradient(g)
    return graph
