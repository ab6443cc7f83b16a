"""Walks a graph from its output, to put its nodes into topological order or to print it as a tree,
and says where in such an order each node's inputs and users are.

Both walks keep a stack of their own, so a graph may be deeper than Python's recursion limit. Each
loop does constant work per node and edge.
"""

from collections.abc import Callable, Iterable

from course.values.as_text import in_full
from course.values.words import plural

MAX_PRINTED_NODES = 200


def topological_order(output, inputs_of: Callable[..., Iterable] = lambda node: node.input_nodes):
    """All nodes that `output` depends on, each after its inputs, and `output` last.

    Args:
        inputs_of: returns those inputs of a node that should be followed.

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
    """For each node of a list, the places of its inputs in the list."""
    place = {id(node): i for i, node in enumerate(nodes)}
    return [[place[id(source)] for source in node.input_nodes] for node in nodes]


def places_of_users(inputs: list[list[int]]) -> list[list[int]]:
    """For each node, the places of the nodes that use it. One that uses it twice appears twice."""
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


def describe(output) -> str:
    """The graph as an indented tree, with inputs below the node that they feed.

    Where a node is used again, `@[number]` refers back to the line in which it was first printed,
    counting from 1. After MAX_PRINTED_NODES nodes and references, the rest is only counted.
    """
    lines: list[str] = []
    numbers: dict = {}
    line = 1
    stack = [(output, 0)]
    while stack:
        node, depth = stack.pop()
        if len(lines) >= MAX_PRINTED_NODES:
            rest = len(topological_order(output)) - len(numbers)
            lines.append(f"... and {rest} more {plural(rest, 'node')}" if rest else "...")
            break
        indent = "  " * depth
        if node in numbers:
            text = f"{_title(node)} @[{numbers[node]}]"
        else:
            numbers[node] = line
            text = f"{_title(node)} result={in_full(node.result)} gradient={_gradient_text(node)}"
            stack.extend((child, depth + 1) for child in reversed(node.input_nodes))
        lines.append(indent + text.replace("\n", "\n  " + indent))
        line += 1 + text.count("\n")
    return "\n".join(lines)


def _title(node) -> str:
    return node.class_name + (f" {node.name}" if node.name else "")


def _gradient_text(node) -> str:
    gradient = node.gradient
    # A gradient that is itself a node would print its whole graph inside this line.
    is_node = hasattr(gradient, "input_nodes")
    return f"<{gradient.label} {in_full(gradient.result)}>" if is_node else in_full(gradient)
