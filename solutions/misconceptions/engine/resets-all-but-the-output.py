# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Forgets all gradients except that of the output, and adds `one` to it.
#
# From the second call on, the output's gradient is the sum of every `one` so far, and all the
# others scale with it. Call it twice on `b = -a` with `one` equal to 1: the second time, `b` has 2,
# and `a` has -2 instead of -1.

# %%
def backward_algorithm(graph, one=1.0):
    *others, output = graph.sorted_nodes()
    for node in others:
        node.gradient = None
    output.accumulate_gradient(one)
    for node in [output] + others[::-1]:
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
