# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine", "hw5-mlp/engine", "hw8-transformer/engine"]
# Puts nothing at the output before the first step.
#
# The gradient of the output is still None when its `backward` runs. What is the gradient of the
# output with respect to itself, or rather, which argument says so?

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
