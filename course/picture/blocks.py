"""Draws a large graph as blocks: each named part of it is one box."""

from collections.abc import Mapping
from dataclasses import dataclass

from course.graph import ComputationNode
from course.picture.graph_picture import few_enough, nodes_of_picture, with_legend
from course.picture.labels import caption_name
from course.picture.placement import Grid, Placement, node_box
from course.picture.svg import Picture, text
from course.sentences.words import listed, plural
from course.values.as_text import in_picture

GAP = 76  # pixels between two layers of boxes, with room for a shape
MIN_WIDTH = 84  # pixels of the narrowest box


@dataclass(eq=False)
class Block:
    """Nodes that are drawn as one box."""

    name: str  # the title of the box
    node_count: int
    read: list[ComputationNode]  # the nodes of other blocks that this block uses, each once
    input_nodes: list["Block"]  # the block of each node in `read`


def draw_blocks(
    graph: ComputationNode, blocks: Mapping[ComputationNode, str], caption: str = ""
) -> Picture:
    """Draws a graph folded into blocks. Each block is a box with its name and its number of nodes.
    Each edge shows the value that it carries, if computed, or its shape if the value is too long.

    draw_blocks(L, {h: "first layer", y: "second layer", L: "loss"})

    Args:
        graph: the output node.
        blocks: the name of each block, by its last node. A block contains this node and everything
            it depends on, except for earlier blocks. The output's block contains all other nodes.
        caption: a line of text below the picture.

    Raises:
        ValueError: a node in `blocks` is not in the graph, or there are too many blocks to show.
        TypeError: `graph` is not a node.
    """
    folded = few_enough(_folded(graph, blocks), "blocks")
    grid = Grid(width=MIN_WIDTH, gap_x=GAP).wide_enough(block.name for block in folded)
    plan = Placement(folded, grid)
    parts = plan.arrows()
    for block in folded:
        lines = [(block.name, "ink", "bold"), (_count(block), "ink", "normal")]
        corner = plan.corner(block)
        parts.append(node_box(corner, grid, lines, stroke="line"))
        for i, node in enumerate(block.read):
            if node.result is not None:
                parts.append(_shape_on_edge(plan.points((block, i)), in_picture(node.result)))
    is_run = any(node.result is not None for block in folded for node in block.read)
    colours = [("result", "value")] if is_run else []
    return with_legend(plan, parts, caption, colours, _in_words(folded))


def _shape_on_edge(points: list[tuple[float, float]], shape: str) -> str:
    """The text above an edge that passes these points: above its middle or, if it crosses other
    layers, above its first bend."""
    (x0, y0), (x1, y1) = points[1:3] if len(points) > 2 else points
    x, y = (x0 + x1) / 2, (y0 + y1) / 2 - 6
    return text(x, y, shape, "value", "middle", halo=True, font_size=12)


def _folded(graph: ComputationNode, blocks: Mapping[ComputationNode, str]) -> list[Block]:
    """The blocks of a graph, each after the blocks that it uses."""
    place = {node: i for i, node in enumerate(nodes_of_picture(graph))}
    if lost := [name for node, name in blocks.items() if node not in place]:
        raise ValueError(f"The node given for {lost[0]!r} is not in this graph.")
    names = {graph: caption_name(graph), **blocks}
    block_of: dict[ComputationNode, Block] = {}
    for last in sorted(names, key=place.__getitem__):
        own = [node for node in last.sorted_nodes() if node not in block_of]
        used = dict.fromkeys(source for node in own for source in node.input_nodes)
        read = [source for source in used if source in block_of]
        block = Block(names[last], len(own), read, [block_of[node] for node in read])
        block_of.update(dict.fromkeys(own, block))
    return list(dict.fromkeys(block_of.values()))


def _count(block: Block) -> str:
    return f"{block.node_count} {plural(block.node_count, 'node')}"


def _in_words(folded: list[Block]) -> str:
    """The picture's text alternative."""
    number = {block: i for i, block in enumerate(folded, start=1)}
    sentences = []
    for block, i in number.items():
        edges = []
        for source, node in zip(block.input_nodes, block.read, strict=True):
            shape = "" if node.result is None else f" {in_picture(node.result)}"
            edges.append(f"block {number[source]}{shape}")
        inputs = f", from {listed(edges)}" if edges else ""
        sentences.append(f"Block {i}, {block.name}, {_count(block)}{inputs}.")
    return " ".join(sentences)
