# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Calls backward, and what it returns reaches no input.
#
# A node does not hand anything on by itself: backward only computes the downstream gradients, and
# handing them on is the algorithm's job. In `b = -a`, backward of `b` returns [-1], and your
# algorithm has to bring it to `a`.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        node.backward()
    return graph
