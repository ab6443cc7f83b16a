# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# A while loop that empties the list from its end.

# %%
def backward_algorithm(graph, one=1.0):
    todo = graph.sorted_nodes()
    for node in todo:
        node.gradient = None
    todo[-1].gradient = one
    while len(todo) > 0:
        node = todo.pop()
        downstream = list(node.backward())
        inputs = list(node.input_nodes)
        while inputs:
            inputs.pop(0).accumulate_gradient(downstream.pop(0))
    return graph
