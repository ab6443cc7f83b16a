# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Computes every node twice.
#
# The results are right, but once is enough. Is there a loop inside a loop, or a call too many?

# %%
def forward_algorithm(graph):
    for _ in range(2):
        for node in graph.sorted_nodes():
            node.forward()
    return graph
