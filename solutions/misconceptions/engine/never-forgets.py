# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine", "hw5-mlp/engine", "hw8-transformer/engine"]
# Does not forget the gradients of the last backward pass.
#
# The first call is right, and the second adds its gradients to the old ones. Call your
# algorithm twice on `y = Exp(x)` and print `x.gradient` both times.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
