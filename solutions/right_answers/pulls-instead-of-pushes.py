# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw4-matmul/engine"]
# Each node collects its shares from the nodes that it feeds.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()[::-1]
    sent = {}
    for node in nodes:
        node.gradient = None
    for node in nodes:
        if node is graph:
            node.gradient = one
        for user in nodes:
            if user in sent:
                for i, child in enumerate(user.input_nodes):
                    if child is node:
                        node.accumulate_gradient(sent[user][i])
        sent[node] = node.backward()
    return graph
