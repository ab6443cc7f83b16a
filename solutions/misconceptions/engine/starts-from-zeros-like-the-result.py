# %% [markdown] exercise=["hw3-polynomial/engine"]
# Starts every gradient from torch.zeros_like(node.result), and a result can be a plain number.
#
# A leaf made from a number, such as the 2.0 in `2.0 * x`, has a plain number as its result, and
# `torch.zeros_like` takes tensors only. Set the gradients to None: `accumulate_gradient` knows what
# to do with the first one.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = torch.zeros_like(node.result)
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
