# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw4-matmul/engine"]
# Never takes a node off the list of nodes to do.
#
# It looks at the first node in the list and leaves it there, so the loop goes on with the same node
# forever. With `b = -a`, it does `b`, and `b`, and `b` again, and `a` gets -1 each time.

# %%
def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    todo = [graph]
    while todo:
        node = todo[0]
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
            todo.append(input_node)
    return graph
