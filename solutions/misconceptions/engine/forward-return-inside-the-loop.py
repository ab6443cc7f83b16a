# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw3-polynomial/engine"]
# Returns after the first node.
#
# The `return` is indented too far: it stands inside the loop over the nodes, so the pass ends
# after its first round. In `b = -a`, the first node is `a`; it has its result, and `b` keeps
# None.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
        return graph
