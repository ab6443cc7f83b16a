"""Turns graphs into JSON and back, so that a check's graph can be built in a student's kernel."""

import inspect
from functools import cache
from typing import Any, cast

from course.graph import ComputationNode, Leaf
from course.scaffold.operators import latest_class

from .values_as_json import pack, unpack

_BASE = ("self", "input_nodes", "name", "value")


def pack_graph(graph: ComputationNode) -> list[dict]:
    """The nodes of a graph in topological order. Each is described by its class, the places of its
    inputs, its name, and the rest of what its constructor takes, such as the value of a leaf."""
    nodes = graph.sorted_nodes()
    place = {node: i for i, node in enumerate(nodes)}
    return [
        {
            "class": type(node).__name__,
            "inputs": [place[input_node] for input_node in node.input_nodes],
            "name": node.name,
            "value": pack(node.value) if isinstance(node, Leaf) else None,
            "more": [
                pack(vars(node)[name])
                for name in _settings(cast(Any, type(node)))
                if name in vars(node)
            ],
        }
        for node in nodes
    ]


@cache
def _settings(node_class: type) -> list[str]:
    """The parameters of a node's constructor that may be settings. A node stores its settings, but
    not its inputs, in attributes of the same name."""
    return [name for name in inspect.signature(node_class).parameters if name not in _BASE]


def rebuilt(nodes: list[dict], names: dict) -> ComputationNode:
    """Builds a graph of the scaffold's leaves and the classes that a notebook defines. If it does
    not define one, the latest class of that name is used."""
    built: list[ComputationNode] = []
    for described in nodes:
        inputs = [built[place] for place in described["inputs"]]
        built.append(_rebuilt_node(described, inputs, names))
    return built[-1]


def _rebuilt_node(described: dict, inputs: list[ComputationNode], names: dict) -> ComputationNode:
    class_name = described["class"]
    if class_name == "Leaf":
        return Leaf(unpack(described["value"]), described["name"])
    in_notebook = names.get(class_name)
    node_class = in_notebook if isinstance(in_notebook, type) else latest_class(class_name)
    node = node_class(*inputs, *map(unpack, described["more"]))
    node.name = described["name"]
    return node


def leaves(graph: ComputationNode) -> list[Leaf]:
    """The leaves of a graph in topological order."""
    return [node for node in graph.sorted_nodes() if isinstance(node, Leaf)]
