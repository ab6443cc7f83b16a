# %% [markdown] exercise=["hw1-cosh/forward-algorithm"]
# Recursive forward pass with a memo, results forgotten first.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.result = None

    def result_of(node):
        if node.result is None:
            [result_of(child) for child in node.input_nodes]
            node.forward()
        return node.result

    result_of(graph)
    return graph
