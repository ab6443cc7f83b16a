# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Runs forward on the output alone.
#
# The output reads the results of its inputs, but nobody has computed them. Every node needs its
# turn, inputs first.

# %%
def forward_algorithm(graph):
    graph.forward()
    return graph
