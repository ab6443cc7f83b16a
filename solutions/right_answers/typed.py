# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Type hints and docstrings.

# %%
from typing import Any, Sequence


def backward_algorithm(graph: ComputationNode, one: Any = 1.0) -> ComputationNode:
    """Reverse-mode differentiation.

    :param graph: the output node
    :param one: its upstream gradient
    """
    order: Sequence[ComputationNode] = graph.sorted_nodes()
    node: ComputationNode
    for node in order:
        node.gradient = None
    graph.gradient = one
    for node in order[::-1]:
        shares: Sequence[Any] = node.backward()
        assert len(shares) == len(node.input_nodes)
        for target, share in zip(node.input_nodes, shares):
            target.accumulate_gradient(share)
    return graph
