# %% [markdown] exercise=["hw3-polynomial/engine", "hw4-matmul/engine"]

# %% [markdown] mistake="adds-in-place"
# Adds a share in place to a tensor that another node holds too.
#
# When a node hands the same tensor to two inputs, both hold the very same object. Adding to it
# in place, as `+=` does, changes the gradient of the other one too. Make a new tensor with `+`.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            if input_node.gradient is None:
                input_node.gradient = downstream
            else:
                input_node.gradient += downstream
    return graph

# %% [markdown] mistake="asks-whether-a-tensor-is-true"
# Asks whether a tensor is true.
#
# A tensor of several entries is neither true nor false: `if torch.tensor([1.0, 0.0]):` raises an
# error, and `max(a, b)` and `a in [b]` ask, too. To find out whether there is a gradient, compare
# with None: a gradient of 0 is there, but counts as false.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            if input_node.gradient:
                input_node.gradient = input_node.gradient + downstream
            else:
                input_node.gradient = downstream
    return graph

# %% [markdown] mistake="one-zero-tensor-for-all"
# Puts one and the same tensor of zeros into all nodes, and adds to it in place.
#
# A tensor is an object: all nodes hold this same one, and `+=` on it changes what every node
# sees. After `z = torch.zeros(2); a = z; b = z; a += 1`, `b` is (1, 1) too.

# %%
import torch


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    zeros = torch.zeros_like(nodes[0].result)
    for node in nodes:
        node.gradient = zeros
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.gradient += downstream
    return graph

# %% [markdown] mistake="starts-from-zeros-like-the-result" exercise=["hw3-polynomial/engine"]
# Starts every gradient from torch.zeros_like(node.result), and a result can be a plain number.
#
# A leaf made from a number, such as the 2.0 in `2.0 * x`, has a plain number as its result, and
# `torch.zeros_like` takes tensors only. Set the gradients to None: `accumulate_gradient` knows what
# to do with the first one.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = torch.zeros_like(node.result)
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph

# %% [markdown] mistake="starts-with-ones"
# Starts with 1, or with ones, instead of `one`.
#
# That is right only when the output is the end of the story and all its entries count the same. If
# more follows, other numbers arrive there, and the argument `one` says which. Every gradient scales
# with it.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one * 0 + 1.0
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph

# %% [markdown] mistake="sums-each-gradient"
# Sums each downstream gradient to a single number.
#
# Shares that arrive along different edges add up, but the entries of one gradient belong to
# different entries of the value, and stay apart. For `y = -x` with `one` = (1, 10, 100), the
# gradient of `x` is (-1, -10, -100), not -111 everywhere.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = one * 0
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.gradient = input_node.gradient + downstream.sum()
    return graph

# %% [markdown] mistake="turns-gradients-into-numbers"
# Turns each downstream gradient into a plain number.
#
# The gradient of a tensor is a tensor of the same shape, one entry for each entry. For `y = -x`
# with three entries there are three numbers to hand on, and `float` can make only one.

# %%
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(float(downstream))
    return graph

# %% [markdown] mistake="uses-autograd"
# Finds the gradients without `node.backward()`, as with PyTorch's autograd, small differences or a copy.
#
# Here you build what is inside PyTorch: `node.backward()` has to be called, once, for every node of
# `graph`, and not through its class either.

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

# %% [markdown] right="clones-the-first-share"
# Clones the first share, then adds to the clone in place.

# %%
def own(gradient):
    return gradient.clone() if hasattr(gradient, "clone") else gradient


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = own(one)
    for node in reversed(nodes):
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            if getattr(downstream, "shape", None) != input_node.shape:
                input_node.accumulate_gradient(downstream)
            elif input_node.gradient is None:
                input_node.gradient = own(downstream)
            else:
                input_node.gradient += downstream
    return graph
