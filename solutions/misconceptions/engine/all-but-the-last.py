# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine", "hw5-mlp/engine", "hw8-transformer/engine"]
# Writes `[:-1]`, which leaves out the last node, instead of `[::-1]`, which reverses the list.
#
# `nodes[:-1]` is all nodes but the output, in forward order. So the output never gets a gradient,
# and the first leaf gets `one` instead. Print both `[1, 2, 3][:-1]` and `[1, 2, 3][::-1]`.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()[:-1]
    for node in nodes:
        node.gradient = 0
    nodes[0].gradient = one
    for node in nodes:
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
