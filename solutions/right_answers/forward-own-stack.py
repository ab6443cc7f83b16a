# %% [markdown] exercise=["hw1-cosh/forward-algorithm"]
# A forward pass with a stack of its own.

# %%
def forward_algorithm(graph):
    stack, done = [graph], set()
    while stack:
        node = stack[-1]
        missing = [child for child in node.input_nodes if child not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in done:
                node.forward()
                done.add(node)
    return graph
