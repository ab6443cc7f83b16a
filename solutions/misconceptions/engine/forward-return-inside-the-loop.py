# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw3-polynomial/engine"]
# Computes only the first node.
#
# In `b = -a`, the first node is `a`; it gets its result, but `b` still has None. Is the `return`
# indented too far? Inside the loop over the nodes, it ends the pass after its first round.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
        return graph
