"""The questions and answers of `course.subject` as JSON, both ways, by the fields of their classes.

A question is an act: {"do": "Run", "graph": 0, "functions": {"function": "forward_algorithm"},
"values": {"one": 2.0}}. An answer is a dict of its fields; in a list, its parts are lists of their
fields. A node is told by its place among the sorted nodes, and what a student's code may have made
is told by `pack`. What is read was sent by a student's kernel, so each field has to be what its
class says.
"""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import get_args, get_origin

from course.graph import ComputationNode
from course.subject import Function, Question

from .portable import MAX_ENTRIES, MAX_WHOLE, BadEvidence, pack, unpack
from .text import storable

MOST_TEXT = 2000  # characters

Nodes = Sequence[ComputationNode]


def act_of(question: Question, graph: int | None = None) -> dict:
    """A question as an act, on the graph of this number, if it is about one."""
    act = {"do": type(question).__name__, "functions": {}, "values": {}}
    for each in fields(question):
        value = getattr(question, each.name)
        if each.name == "graph":
            act["graph"] = graph
        elif each.type == Function:
            act["functions"][each.name] = value.name
        else:
            act["values"][each.name] = pack(value)
    return act


def question_of(act: dict, graphs: dict[int, ComputationNode], names: dict) -> Question:
    """The question, about one of these graphs, and the functions that have these names."""
    (kind,) = (each for each in Question.__subclasses__() if each.__name__ == act["do"])
    given = {field: unpack(value) for field, value in act["values"].items()}
    given |= {field: names[name] for field, name in act["functions"].items()}
    return kind(**given, **({"graph": graphs[act["graph"]]} if "graph" in act else {}))


def functions_of(act: dict) -> set[str]:
    """The names of the student's functions that an act runs."""
    return set(act.get("functions", {}).values())


def tell(value: object, kind: type, nodes: Nodes, most: int = MAX_ENTRIES) -> object:
    """A part of an answer as JSON.

    Args:
        value: the part.
        kind: what its class says that it is.
        nodes: of the graph that was asked about.
        most: how many parts of a list are told, the last ones.
    """
    parts = get_args(kind)
    if get_origin(kind) is UnionType:
        return None if value is None else tell(value, parts[0], nodes)
    if get_origin(kind) is tuple:
        return [tell(*each, nodes) for each in zip(value, parts, strict=True)]
    if get_origin(kind) is list:
        told = [tell(each, parts[0], nodes) for each in value[-most:]]
        return [list(each.values()) for each in told] if is_dataclass(parts[0]) else told
    if is_dataclass(kind):
        return {
            name: tell(getattr(value, name), part, nodes, most)
            for name, part, most in _fields(kind)
        }
    if kind is ComputationNode:
        return nodes.index(value)
    if kind is str:
        return value[:MOST_TEXT]
    return kind(value) if kind in (int, bool) else pack(value)


def read(told: object, kind: type, nodes: Nodes, most: int = MAX_ENTRIES) -> object:
    """The part of an answer that was told.

    Raises:
        BadEvidence: nothing that `tell` makes of such a part.
    """
    parts = get_args(kind)
    if get_origin(kind) is UnionType:
        return None if told is None else read(told, parts[0], nodes)
    if get_origin(kind) is tuple:
        return tuple(
            read(*each, nodes) for each in zip(_exactly(told, len(parts)), parts, strict=True)
        )
    if get_origin(kind) is list:
        told = _at_most(told, most)
        if is_dataclass(parts[0]):
            names = [name for name, *_ in _fields(parts[0])]
            told = [dict(zip(names, _exactly(each, len(names)), strict=True)) for each in told]
        return [read(each, parts[0], nodes) for each in told]
    if is_dataclass(kind):
        return _read_fields(told, kind, nodes)
    if kind is ComputationNode:
        return nodes[_count(told, len(nodes))]
    if kind is str:
        return _text(told)
    if kind in (int, bool):
        return _count(told, MAX_WHOLE) if kind is int else told is True
    value = unpack(told)
    return _as_tuples(value or ()) if kind is tuple else value


def _fields(kind: type) -> list[tuple[str, type, int]]:
    """The fields that are told of a class: their names, what they are, and how many at most."""
    return [
        (each.name, each.type, each.metadata.get("most", MAX_ENTRIES))
        for each in fields(kind)
        if "only here" not in each.metadata
    ]


def _read_fields(told: object, kind: type, nodes: Nodes) -> object:
    if not isinstance(told, dict):
        raise BadEvidence("an answer that is none")
    given = {
        name: read(told[name], part, nodes, most)
        for name, part, most in _fields(kind)
        if name in told
    }
    try:
        return kind(**given)
    except TypeError:
        raise BadEvidence("an answer that lacks a part") from None


def _at_most(told: object, most: int) -> list:
    if not isinstance(told, list) or len(told) > most:
        raise BadEvidence("a list that is none")
    return told


def _exactly(told: object, number: int) -> list:
    if len(_at_most(told, number)) != number:
        raise BadEvidence("a list that is too short")
    return told


def _count(told: object, below: int) -> int:
    if type(told) is not int or not 0 <= told < below:
        raise BadEvidence("a count that is none")
    return told


def _text(told: object) -> str:
    if not isinstance(told, str):
        raise BadEvidence("a text that is none")
    return storable(told[:MOST_TEXT])


def _as_tuples(value: object) -> object:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value
