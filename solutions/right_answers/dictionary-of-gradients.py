# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw4-matmul/engine"]
# A dictionary of gradients, written into the nodes as they are visited.

# %%
def backward_algorithm(graph, one=1.0):
    gradients = {graph: one}
    for node in reversed(graph.sorted_nodes()):
        node.gradient = gradients[node]
        for child, share in zip(node.input_nodes, node.backward()):
            gradients[child] = gradients[child] + share if child in gradients else share
    return graph
