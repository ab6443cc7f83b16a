# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine", "hw5-mlp/engine", "hw8-transformer/engine"]
# An own topological sort with an explicit stack and colours.

# %%
def my_sort(output):
    color, order, stack = {}, [], [output]
    while stack:
        node = stack[-1]
        if color.get(node) is None:
            color[node] = "gray"
            stack.extend(n for n in node.input_nodes if n not in color)
        else:
            stack.pop()
            if color[node] == "gray":
                color[node] = "black"
                order.append(node)
    return order


def forward_algorithm(graph):
    for node in my_sort(graph):
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    order = my_sort(graph)
    for node in order:
        node.gradient = None
    graph.gradient = one
    order.reverse()
    for node in order:
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph
