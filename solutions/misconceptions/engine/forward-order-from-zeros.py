# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Walks from the leaves to the output, and passes on the zeros it has put there.
#
# Starting every gradient at 0 keeps the program running, but in this order each node passes on
# its 0 before its shares have come. In `b = -a; c = -b`, the last step reaches `b`, and by then
# `b` has already sent 0 to `a`.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = one * 0
    graph.gradient = one
    for node in nodes:
        downstream = node.backward()
        for i in range(len(downstream)):
            node.input_nodes[i].accumulate_gradient(downstream[i])
    return graph
