# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Gives every input the first downstream gradient.
#
# `backward` returns a list with one gradient for each input, in the same order. Only for some
# nodes, such as Mean, are they equal. Which one belongs to the second input?

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        downstream = node.backward()
        for input_node in node.input_nodes:
            input_node.accumulate_gradient(downstream[0])
    return graph
