# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw3-polynomial/engine"]
# Goes through the graph level by level, by shortest distance from the output, the farthest first.
#
# A node that is near the output by one path and far from it by another is listed by the shorter
# one, so it comes too late for the longer. In `y = u + exp(u)`, `u` is on the same level as
# `exp(u)`, which needs it first.

# %%
def forward_algorithm(graph):
    found = [graph]
    for node in found:
        for input_node in node.input_nodes:
            if input_node not in found:
                found.append(input_node)
    for node in reversed(found):
        node.forward()
    return graph
