# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Processes only the output.
#
# The backward of all the others never runs. In `b = -a; c = -b`, only `c` is done: `b` has its
# gradient, and `a` has none. Is the `return` indented too far, inside the loop over the nodes? Or
# did the others have their turn before anything had arrived?

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
        return graph
