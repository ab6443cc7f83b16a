# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Never calls forward.
#
# Each node's forward has to be called, `node.forward()`. Without brackets it is only named and does
# nothing, just as `print` alone prints nothing.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward
    return graph
