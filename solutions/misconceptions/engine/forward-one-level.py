# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw3-polynomial/engine"]
# Calls forward only on the output and its inputs.
#
# A graph may be deeper than two levels: the inputs have inputs too, and those have to come first.
# In `b = -a; c = -b`, the call for `b` finds no result in `a`.

# %%
def forward_algorithm(graph):
    for node in graph.input_nodes:
        node.forward()
    graph.forward()
    return graph
