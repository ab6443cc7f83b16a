"""Prints a graph as a tree."""

from course.scaffold.order import topological_order
from course.sentences.words import plural
from course.values.as_text import in_full, looks_like_node

MAX_PRINTED_NODES = 200


def describe(output) -> str:
    """The graph as an indented tree, with inputs below the node that uses them.

    When a node appears again, `@[number]` refers to the line where it was first printed, counting
    from 1. After MAX_PRINTED_NODES nodes and references, the remaining nodes are only counted.
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
    if looks_like_node(gradient):
        return f"<{gradient.label} {in_full(gradient.result)}>"
    return in_full(gradient)
