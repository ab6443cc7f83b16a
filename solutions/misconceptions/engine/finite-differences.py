# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine"]
# Moves each leaf a little and looks at how far the output moves.
#
# That is a good way to test a gradient, but it takes two forward passes for each leaf, and gives
# nothing for the nodes in between. In `b = -a; c = -b`, it leaves `b` without a gradient.

# %%
def backward_algorithm(graph, one=1.0):
    h = 1e-6
    nodes = graph.sorted_nodes()

    def output():
        for node in nodes:
            node.forward()
        return graph.result

    for leaf in nodes:
        leaf.gradient = None
        if not leaf.input_nodes:
            value = leaf.value
            leaf.value = value + h
            up = output()
            leaf.value = value - h
            down = output()
            leaf.value = value
            leaf.gradient = one * (up - down) / (2 * h)
    output()
    graph.gradient = one
    return graph
