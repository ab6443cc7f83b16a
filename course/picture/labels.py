"""Names nodes in pictures and captions, and describes a graph for people who cannot see it.

Messages use a node's `label`, such as `Exp b` or `Leaf x`. Captions use `caption_name`, which calls
a leaf just `x`, or the still shorter `own_or_caption_name`, such as `b` or `x`.
"""

from collections.abc import Iterable
from contextlib import suppress

from course.graph import ComputationNode, Leaf
from course.operations import OPERATIONS, operation_name
from course.sentences.words import listed
from course.values.as_text import in_picture


def caption_name(node: ComputationNode) -> str:
    """A node's name in captions: a leaf's own name or value, or the label of another node."""
    return (node.name or in_picture(node.value)) if isinstance(node, Leaf) else node.label


def own_or_caption_name(node: ComputationNode) -> str:
    """A node's own name, or its `caption_name` if it has none."""
    return node.name or caption_name(node)


def box_title(node: ComputationNode) -> str:
    """The title of a node's box: a leaf's `caption_name`, or the operation of another node in a
    word or a sign, as in `exp`, or `b = exp` if the node has a name."""
    if isinstance(node, Leaf):
        return caption_name(node)
    name = operation_name(node)
    does = name.lower()
    if name in OPERATIONS:
        with suppress(KeyError):  # a sketch, or a student's class, has no such attribute
            does = OPERATIONS[name].drawn.format_map(vars(node)) or does
    return f"{node.name} = {does}" if node.name else does


def nodes_in_words(nodes: list[ComputationNode]) -> list[str]:
    """Describes each node for people who cannot see the graph: `Node 2, Exp b, from node 1`."""
    number = {node: i for i, node in enumerate(nodes, start=1)}
    words = []
    for node, i in number.items():
        inputs = listed(f"node {number[source]}" for source in node.input_nodes)
        words.append(f"Node {i}, {caption_name(node)}, {f'from {inputs}' if inputs else 'a leaf'}")
    return words


def graph_in_words(
    nodes: list[ComputationNode], results: Iterable[str], gradients: Iterable[str]
) -> str:
    """Describes a graph and its numbers in enough detail to rebuild both. `results` and `gradients`
    have a text for each node, "" if it has none."""
    sentences = []
    for words, result, gradient in zip(nodes_in_words(nodes), results, gradients, strict=True):
        numbers = []
        if result:
            numbers.append(f"result {result}")
        if gradient:
            numbers.append(f"gradient {gradient}")
        sentences.append(f"{words}: {', '.join(numbers)}." if numbers else f"{words}.")
    return " ".join(sentences)
