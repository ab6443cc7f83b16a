# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Goes on along every arrow, and each time passes on all that has arrived so far.
#
# Whenever a share arrives, the node sends its whole gradient on again, the earlier shares
# included. So early shares are counted several times. In `b = a + a; c = b + b`, the first
# share of `b` reaches `a` twice.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    def visit(node):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
            visit(input_node)

    visit(graph)
    return graph
