# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# A list of pairs of node and share, summed when the node's turn comes.

# %%
def backward_algorithm(graph, one=1.0):
    pairs = [(graph, one)]
    for node in graph.sorted_nodes()[::-1]:
        node.gradient = None
        for target, share in pairs:
            if target is node:
                node.accumulate_gradient(share)
        pairs += list(zip(node.input_nodes, node.backward()))
    return graph
