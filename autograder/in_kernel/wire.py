"""The questions and answers of `course.subject` as JSON, both ways, by the fields of their classes.

A question is an act: {"do": "RunEngine", "graph": 0, "functions": {"function":
"forward_algorithm"}, "values": {"one": 2.0}}. An answer is a dict of its fields; a record in a list
is itself a list of its fields. A node is written as its place among the sorted nodes, and what a
student's code may have made as `pack` does. What is read came from a student's kernel: each field
must be what its class says.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import NamedTuple, get_args, get_origin

from course.graph import ComputationNode
from course.subject import Function, Question

from .portable import MAX_ENTRIES, MAX_WHOLE, BadEvidence, pack, short_text, unpack

MAX_ANSWER_TEXT = 2000  # characters

GraphNodes = Sequence[ComputationNode]


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


class Codec(NamedTuple):
    """How values of one type are written as JSON, and read, which raises BadEvidence for other
    values. Both also take the nodes of the graph that was asked about."""

    encode: Callable[[object, GraphNodes], object]
    decode: Callable[[object, GraphNodes], object]


@cache
def codec(kind: type, most: int = MAX_ENTRIES) -> Codec:
    """The codec of a part of an answer.

    Args:
        most: how many entries of a list are kept, the last ones.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return _optional(codec(parts[0]))
    if origin is tuple:
        return _tuple([codec(part) for part in parts])
    if origin is list:
        return _list(codec(parts[0]), most, is_dataclass(parts[0]))
    return _record(kind) if is_dataclass(kind) else _SINGLE.get(kind, _ANYTHING)


def _optional(one: Codec) -> Codec:
    return Codec(
        lambda value, nodes: None if value is None else one.encode(value, nodes),
        lambda encoded, nodes: None if encoded is None else one.decode(encoded, nodes),
    )


def _tuple(each: list[Codec]) -> Codec:
    def decode(encoded: object, nodes: GraphNodes) -> tuple:
        encoded = _bounded_list(encoded, len(each), exactly=True)
        return tuple(one.decode(part, nodes) for one, part in zip(each, encoded, strict=True))

    return Codec(
        lambda value, nodes: [one.encode(v, nodes) for one, v in zip(each, value, strict=True)],
        decode,
    )


def _list(one: Codec, most: int, of_records: bool) -> Codec:
    def encode(value: list, nodes: GraphNodes) -> list:
        encoded = [one.encode(each, nodes) for each in value[-most:]]
        return [list(each.values()) for each in encoded] if of_records else encoded

    return Codec(
        encode, lambda encoded, nodes: [one.decode(e, nodes) for e in _bounded_list(encoded, most)]
    )


def _record(kind: type) -> Codec:
    """The codec of a dataclass, without fields marked "only here"."""
    parts = [
        (each.name, codec(each.type, each.metadata.get("most", MAX_ENTRIES)))
        for each in fields(kind)
        if "only here" not in each.metadata
    ]

    def decode(encoded: object, nodes: GraphNodes) -> object:
        if not isinstance(encoded, dict):
            encoded = _bounded_list(encoded, len(parts), exactly=True)
            encoded = {name: part for (name, _), part in zip(parts, encoded, strict=True)}
        try:
            return kind(
                **{name: o.decode(encoded[name], nodes) for name, o in parts if name in encoded}
            )
        except TypeError:
            raise BadEvidence("an answer without one of its parts") from None

    return Codec(
        lambda v, nodes: {name: o.encode(getattr(v, name), nodes) for name, o in parts}, decode
    )


def _count(encoded: object, below: int) -> int:
    if type(encoded) is not int or not 0 <= encoded < below:
        raise BadEvidence("something that is not a valid count")
    return encoded


def _bounded_list(encoded: object, most: int, exactly: bool = False) -> list:
    if not isinstance(encoded, list) or len(encoded) > most or (exactly and len(encoded) != most):
        raise BadEvidence("something that is not a valid list")
    return encoded


def _as_tuples(value: object) -> object:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value


_ANYTHING = Codec(lambda value, nodes: pack(value), lambda encoded, nodes: unpack(encoded))
_SINGLE = {
    ComputationNode: Codec(
        lambda value, nodes: nodes.index(value),
        lambda encoded, nodes: nodes[_count(encoded, len(nodes))],
    ),
    int: Codec(lambda value, nodes: int(value), lambda encoded, nodes: _count(encoded, MAX_WHOLE)),
    bool: Codec(lambda value, nodes: bool(value), lambda encoded, nodes: encoded is True),
    str: Codec(
        lambda value, nodes: value[:MAX_ANSWER_TEXT],
        lambda encoded, nodes: short_text(encoded, MAX_ANSWER_TEXT),
    ),
    tuple: Codec(_ANYTHING.encode, lambda encoded, nodes: _as_tuples(unpack(encoded) or ())),
}
