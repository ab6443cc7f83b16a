"""The questions and answers of `course.subject` as JSON, both ways, by the fields of their classes.

A question is an act: {"do": "Run", "graph": 0, "functions": {"function": "forward_algorithm"},
"values": {"one": 2.0}}. An answer is a dict of its fields; what stands in lists is a list of its
own fields. A node is told by its place among the sorted nodes, and what a student's code may have
made by `pack`. What is read came from a student's kernel: each field has to be what its class says.
"""

from collections.abc import Iterator, Sequence
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
    act = {"do": type(question).__name__, "graph": graph, "functions": {}, "values": {}}
    for each in fields(question):
        value = getattr(question, each.name)
        if each.type == Function:
            act["functions"][each.name] = value.name
        elif each.name != "graph":
            act["values"][each.name] = pack(value)
    return act


def question_of(act: dict, graph: ComputationNode | None, names: dict) -> Question:
    """The question, about this graph and the functions that have these names."""
    (kind,) = (each for each in Question.__subclasses__() if each.__name__ == act["do"])
    given = {field: unpack(value) for field, value in act["values"].items()}
    given |= {field: names[name] for field, name in act["functions"].items()}
    return kind(**given) if graph is None else kind(graph, **given)


def functions_of(act: dict) -> list[str]:
    """The names of the student's functions that an act runs."""
    return list(act.get("functions", {}).values())


def tell(value: object, kind: type, nodes: Nodes, most: int = MAX_ENTRIES) -> object:
    """A part of an answer as JSON.

    Args:
        value: the part.
        kind: what its class says that it is.
        nodes: of the graph that was asked about.
        most: how many entries of a list are told, the last ones.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return None if value is None else tell(value, parts[0], nodes)
    if origin is tuple:
        return [tell(*each, nodes) for each in zip(value, parts, strict=True)]
    if origin is list:
        told = [tell(each, parts[0], nodes) for each in value[-most:]]
        return [list(each.values()) for each in told] if is_dataclass(parts[0]) else told
    if is_dataclass(kind):
        return {n: tell(getattr(value, n), part, nodes, most) for n, part, most in _fields(kind)}
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
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return None if told is None else read(told, parts[0], nodes)
    if origin is tuple:
        told = _list(told, len(parts), exactly=True)
        return tuple(read(*each, nodes) for each in zip(told, parts, strict=True))
    if origin is list:
        return [read(each, parts[0], nodes) for each in _list(told, most)]
    if is_dataclass(kind):
        return _read_fields(told, kind, nodes)
    if kind is ComputationNode:
        return nodes[_count(told, len(nodes))]
    if kind is int:
        return _count(told, MAX_WHOLE)
    if kind is bool:
        return told is True
    if kind is str:
        if not isinstance(told, str):
            raise BadEvidence("a text that is none")
        return storable(told[:MOST_TEXT])
    value = unpack(told)
    return _as_tuples(value or ()) if kind is tuple else value


def _fields(kind: type) -> Iterator[tuple[str, type, int]]:
    """The fields of a class that are told: what they are called, what they are, and at most how
    many entries they have."""
    for each in fields(kind):
        if "only here" not in each.metadata:
            yield each.name, each.type, each.metadata.get("most", MAX_ENTRIES)


def _read_fields(told: object, kind: type, nodes: Nodes) -> object:
    names = [name for name, *_ in _fields(kind)]
    if not isinstance(told, dict):
        told = dict(zip(names, _list(told, len(names), exactly=True), strict=True))
    known = (each for each in _fields(kind) if each[0] in told)
    try:
        return kind(**{name: read(told[name], part, nodes, most) for name, part, most in known})
    except TypeError:
        raise BadEvidence("an answer that lacks a part") from None


def _count(told: object, below: int) -> int:
    if type(told) is not int or not 0 <= told < below:
        raise BadEvidence("a count that is none")
    return told


def _list(told: object, most: int, exactly: bool = False) -> list:
    if not isinstance(told, list) or len(told) > most or (exactly and len(told) != most):
        raise BadEvidence("a list that is none")
    return told


def _as_tuples(value: object) -> object:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value
