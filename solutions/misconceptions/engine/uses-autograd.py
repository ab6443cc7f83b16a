# %% [markdown] exercise=["hw3-polynomial/engine", "hw4-matmul/engine"]
# Lets PyTorch's autograd do the work.
#
# The numbers are right, but they are PyTorch's. Here you build what is inside PyTorch: every
# node's own `backward` has to be called, once.

# %%
import torch


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    values = {}
    for node in nodes:
        saved = [inp.result for inp in node.input_nodes], node.result
        if isinstance(node, Leaf):
            values[node] = torch.as_tensor(node.value, dtype=torch.float64).clone().requires_grad_()
            continue
        for inp in node.input_nodes:
            inp.result = values[inp]
        node.forward()
        values[node] = torch.as_tensor(node.result).clone()  # Copy hands on the same tensor
        for inp, result in zip(node.input_nodes, saved[0]):
            inp.result = result
        node.result = saved[1]
    total = (values[graph] * torch.as_tensor(one)).sum()
    for node, gradient in zip(nodes, torch.autograd.grad(total, [values[n] for n in nodes])):
        node.gradient = gradient
    return graph
