# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# The longest way from the output decides who goes first.

# %%
def backward_algorithm(graph, one=1.0):
    depth = {graph: 0}
    for node in reversed(graph.sorted_nodes()):
        node.gradient = None
        for child in node.input_nodes:
            depth[child] = max(depth.get(child, 0), depth[node] + 1)
    graph.gradient = one
    for node in sorted(depth, key=depth.get):
        for child, share in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(share)
    return graph
