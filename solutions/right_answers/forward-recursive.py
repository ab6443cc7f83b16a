# %% [markdown] exercise=["hw1-cosh/forward-algorithm"]
# A forward pass that recurses and asks whether the work is done.

# %%
def forward_algorithm(graph):
    def compute(node, done):
        if id(node) in done:
            return
        done.add(id(node))
        for child in node.input_nodes:
            compute(child, done)
        node.forward()

    compute(graph, set())
    return graph
