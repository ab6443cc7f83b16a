"""Turns the questions and answers of `course.subject` into JSON and back, by their classes' fields.

A question becomes an act: {"do": "RunEngine", "graph": 0, "functions": {"function":
"forward_algorithm"}, "values": {"one": 2.0}}. An answer becomes a dict of its fields, but a record
in a list becomes a list of its fields. A node is written as its place among the sorted nodes.
Whatever a student's code may have made is written by `pack`. What is read came from a student's
kernel, so each field must be what its class says.
"""

from collections.abc import Callable, Sequence
from dataclasses import Field, fields, is_dataclass
from types import UnionType
from typing import Any, NamedTuple, cast, get_args, get_origin

from course.graph import ComputationNode
from course.recording.calls import Record
from course.running.attempt import Raised
from course.subject import Answer, Function, Question

from .portable import MAX_ENTRIES, MAX_WHOLE, BadEvidence, pack, short_text, unpack

MAX_ANSWER_TEXT = 2000  # characters

GraphNodes = Sequence[ComputationNode]


def act_of(question: Question, graph: int | None = None) -> dict:
    """A question as an act. If it is about a graph, that has the given number."""
    functions: dict[str, str] = {}
    values: dict[str, object] = {}
    for field in _fields(type(question)):
        value = getattr(question, field.name)
        if field.type == Function:
            functions[field.name] = value.name
        elif field.name != "graph":
            values[field.name] = pack(value)
    return {
        "do": type(question).__name__,
        "graph": graph,
        "functions": functions,
        "values": values,
    }


def _fields(kind: Any) -> tuple[Field, ...]:
    """The fields of a dataclass. (mypy does not know that all questions and answers are
    dataclasses.)"""
    return fields(kind)


def question_of(act: dict, graph: ComputationNode | None, names: dict) -> Question:
    """The question that an act asks, about this graph and the functions among these names."""
    kinds: dict[str, Callable[..., Question]] = {
        kind.__name__: kind for kind in Question.__subclasses__()
    }
    arguments = {field: unpack(value) for field, value in act["values"].items()}
    arguments |= {field: names[name] for field, name in act["functions"].items()}
    if graph is not None:
        arguments["graph"] = graph
    return kinds[act["do"]](**arguments)


def functions_of(act: dict) -> list[str]:
    """The names of the student's functions that an act runs."""
    return list(act.get("functions", {}).values())


def encode_answer(answer: Record | Raised, nodes: GraphNodes) -> dict:
    """The answer to a question about a graph with these nodes, as JSON."""
    return cast(dict, _codec(type(answer)).encode(answer, nodes))


def decode_answer(kind: type[Answer], encoded: object, nodes: GraphNodes) -> Answer:
    """An answer of this class.

    Raises:
        BadEvidence: it is not an answer of this class.
    """
    return cast(Answer, _codec(kind).decode(encoded, nodes))


class Codec(NamedTuple):
    """How values of one type are written as JSON and read. Reading any other value raises
    BadEvidence. Both also take the nodes of the graph that was asked about."""

    encode: Callable[[Any, GraphNodes], object]
    decode: Callable[[object, GraphNodes], object]


_codecs: dict[object, Codec] = {}


def _codec(kind: object) -> Codec:
    """The codec of a type, made once."""
    if kind not in _codecs:
        _codecs[kind] = _new_codec(kind, MAX_ENTRIES)
    return _codecs[kind]


def _new_codec(kind: Any, most: int) -> Codec:
    """The codec of a part of an answer.

    Args:
        most: how many entries of a list are kept; these are the last ones.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return _optional(_codec(parts[0]))
    if origin is tuple:
        return _tuple([_codec(part) for part in parts])
    if origin is list:
        return _list(_codec(parts[0]), most, is_dataclass(parts[0]))
    is_record = is_dataclass(kind)
    return _record(kind) if is_record else _SINGLE.get(kind, _ANYTHING)


def _optional(codec: Codec) -> Codec:
    return Codec(
        lambda value, nodes: None if value is None else codec.encode(value, nodes),
        lambda encoded, nodes: None if encoded is None else codec.decode(encoded, nodes),
    )


def _tuple(codecs: list[Codec]) -> Codec:
    def encode(values: tuple, nodes: GraphNodes) -> list:
        return [codec.encode(value, nodes) for codec, value in zip(codecs, values, strict=True)]

    def decode(encoded: object, nodes: GraphNodes) -> tuple:
        parts = _bounded_list(encoded, len(codecs), exactly=True)
        return tuple(codec.decode(part, nodes) for codec, part in zip(codecs, parts, strict=True))

    return Codec(encode, decode)


def _list(codec: Codec, most: int, of_records: bool) -> Codec:
    def encode(values: list, nodes: GraphNodes) -> list:
        encoded = [codec.encode(value, nodes) for value in values[-most:]]
        return [list(cast(dict, record).values()) for record in encoded] if of_records else encoded

    def decode(encoded: object, nodes: GraphNodes) -> list:
        return [codec.decode(entry, nodes) for entry in _bounded_list(encoded, most)]

    return Codec(encode, decode)


def _record(kind: type) -> Codec:
    """The codec of a dataclass, which leaves out fields marked "only here"."""
    codecs = {
        field.name: _new_codec(field.type, field.metadata.get("most", MAX_ENTRIES))
        for field in _fields(kind)
        if "only here" not in field.metadata
    }

    def encode(record: object, nodes: GraphNodes) -> dict:
        return {name: codec.encode(getattr(record, name), nodes) for name, codec in codecs.items()}

    def decode(encoded: object, nodes: GraphNodes) -> object:
        if not isinstance(encoded, dict):
            parts = _bounded_list(encoded, len(codecs), exactly=True)
            encoded = dict(zip(codecs, parts, strict=True))
        try:
            values = {
                name: codec.decode(encoded[name], nodes)
                for name, codec in codecs.items()
                if name in encoded
            }
            return kind(**values)
        except TypeError:
            raise BadEvidence("an answer without one of its parts") from None

    return Codec(encode, decode)


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
_SINGLE: dict[object, Codec] = {
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
