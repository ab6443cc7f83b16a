# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Calls the output's backward for every node.
#
# In the loop each node has its turn, and its inputs get the list from its own backward. Which name
# in your loop stands for that node?

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, graph.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
