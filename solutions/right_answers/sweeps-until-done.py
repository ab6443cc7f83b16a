# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Sweeps over the nodes, doing those that are ready, until all are done.

# %%
def forward_algorithm(graph):
    todo = set(graph.sorted_nodes())
    while todo:
        for node in list(todo):
            if not any(child in todo for child in node.input_nodes):
                node.forward()
                todo.remove(node)
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    users = {node: {n for n in nodes if node in n.input_nodes} for node in nodes}
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    done = set()
    while len(done) < len(nodes):
        for node in nodes:
            if node not in done and users[node] <= done:
                for child, share in zip(node.input_nodes, node.backward()):
                    child.accumulate_gradient(share)
                done.add(node)
    return graph
