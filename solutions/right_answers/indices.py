# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Counting indices instead of zip.

# %%
def forward_algorithm(graph):
    nodes = graph.sorted_nodes()
    for i in range(len(nodes)):
        nodes[i].forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for i in range(len(nodes)):
        nodes[i].gradient = None
    nodes[-1].gradient = one
    for i in range(len(nodes) - 1, -1, -1):
        downstream = nodes[i].backward()
        for j in range(len(downstream)):
            nodes[i].input_nodes[j].accumulate_gradient(downstream[j])
    return graph
