"""Sorts the nodes of a graph into topological order, and finds the places of each node's inputs and
users in this order.

The depth-first search keeps its own stack, so a graph may be deeper than Python's recursion limit.
Each loop does constant work per node and edge.
"""

from collections.abc import Callable, Iterable


def topological_order(output, inputs_of: Callable[..., Iterable] = lambda node: node.input_nodes):
    """All nodes that `output` depends on, each after its inputs, and `output` last.

    Args:
        inputs_of: returns the inputs of a node that should be followed.

    Raises:
        ValueError: the graph has a cycle, which the message shows.
    """
    order = []
    end = object()
    finished = set()
    path = {output: None}  # the nodes from `output` to this one; a dict keeps their order
    stack = [(output, iter(inputs_of(output)))]
    while stack:
        node, inputs = stack[-1]
        child = next(inputs, end)
        if child is end:
            stack.pop()
            del path[node]
            finished.add(node)
            order.append(node)
        elif child in path:
            raise ValueError(_cycle_message(list(path), child))
        elif child not in finished:
            path[child] = None
            stack.append((child, iter(inputs_of(child))))
    return order


def places_of_inputs(nodes: list) -> list[list[int]]:
    """For each node in a list, the places of its inputs in this list."""
    place = {id(node): i for i, node in enumerate(nodes)}
    return [[place[id(source)] for source in node.input_nodes] for node in nodes]


def places_of_users(inputs: list[list[int]]) -> list[list[int]]:
    """For each node, the places of the nodes that use it. A node that uses it twice appears
    twice."""
    users: list[list[int]] = [[] for _ in inputs]
    for user, sources in enumerate(inputs):
        for source in sources:
            users[source].append(user)
    return users


def _cycle_message(path: list, again) -> str:
    cycle = [node.label for node in path[path.index(again) :]] + [again.label]
    if len(cycle) > 8:
        cycle[4:-3] = ["..."]
    return (
        "This graph has a cycle, so no order puts inputs first: "
        + " needs ".join(cycle)
        + ". A node may not depend on itself."
    )
