# %% [markdown] exercise=["hw3-polynomial/engine"]
# Gives every input the first downstream gradient.
#
# backward returns one gradient for each input, and they differ as soon as the inputs play
# different parts. For `c = a * b` at a = 2, b = 5, the list is [5, 2]: `a` gets 5 and `b` gets
# 2, not both 5.

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
