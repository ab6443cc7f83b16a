"""Names nodes in pictures and captions, and describes a graph for those who do not see it.

Messages call a node by its `label`, such as `Exp b` or `Leaf x`; captions do so, too, but call a
leaf just `x` (`caption_name`); and among other nodes it is `b` or `x` (`own_or_caption_name`).
"""

from collections.abc import Iterable
from contextlib import suppress

from course.graph import ComputationNode, Leaf
from course.operations import OPERATIONS, operation_name
from course.sentences.words import listed
from course.values.as_text import in_picture


def caption_name(node: ComputationNode) -> str:
    """What captions call a node: a leaf `x` or by its value, others as messages do."""
    return (node.name or in_picture(node.value)) if isinstance(node, Leaf) else node.label


def own_or_caption_name(node: ComputationNode) -> str:
    """A node's name; if it has none, what captions call it."""
    return node.name or caption_name(node)


def box_title(node: ComputationNode) -> str:
    """`b = exp`, or just what the node does, in a word or a sign."""
    if isinstance(node, Leaf):
        return caption_name(node)
    name = operation_name(node)
    does = name.lower()
    if name in OPERATIONS:
        with suppress(KeyError):  # a sketch, or a student's class, has no such attribute
            does = OPERATIONS[name].drawn.format_map(vars(node)) or does
    return f"{node.name} = {does}" if node.name else does


def nodes_in_words(nodes: list[ComputationNode]) -> list[str]:
    """Describes a graph for those who do not see it: `Node 2, Exp b, from node 1`."""
    number = {node: i for i, node in enumerate(nodes, start=1)}
    words = []
    for node, i in number.items():
        inputs = listed(f"node {number[source]}" for source in node.input_nodes)
        words.append(f"Node {i}, {caption_name(node)}, {f'from {inputs}' if inputs else 'a leaf'}")
    return words


def graph_in_words(
    nodes: list[ComputationNode], results: Iterable[str], gradients: Iterable[str]
) -> str:
    """A graph and its numbers as text from which both can be rebuilt; of each node the result and
    the gradient are given as text, "" where it has none."""
    sentences = []
    for words, result, gradient in zip(nodes_in_words(nodes), results, gradients, strict=True):
        numbers = []
        if result:
            numbers.append(f"result {result}")
        if gradient:
            numbers.append(f"gradient {gradient}")
        sentences.append(f"{words}: {', '.join(numbers)}." if numbers else f"{words}.")
    return " ".join(sentences)
