"""Turns questions and answers (`course.questions`) into JSON and back, by their classes' fields.

A question becomes an act: {"do": "RunEngine", "graph": 0, "functions": {"function":
"forward_algorithm"}, "values": {"one": 2.0}}. An answer becomes a dict of its fields, but a record
in a list becomes a list of its fields. A node is written as its place among the sorted nodes.
Values that a student's code may have made are written by `pack`. Answers come from a student's
kernel, so when one is read, each field must have the type that its class declares.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, NamedTuple, cast, get_args, get_origin

from course.graph import ComputationNode
from course.questions import Function
from course.recording.records import Answer
from course.running.attempt import Raised
from course.subject import AnswerT, Question

from .values_as_json import (
    MAX_ENTRIES,
    MAX_WHOLE,
    BadEvidence,
    bounded_list,
    pack,
    short_text,
    unpack,
)

MAX_ANSWER_TEXT = 2000  # characters

GraphNodes = Sequence[ComputationNode]


def act_of(question: Question, graph: int | None = None) -> dict:
    """A question as an act, about the graph with this number, if any."""
    functions: dict[str, str] = {}
    values: dict[str, object] = {}
    for field in fields(cast(Any, type(question))):  # mypy does not know that all are dataclasses
        value = getattr(question, field.name)
        if field.type in (Function, Function | None):
            functions |= {field.name: value.name} if value else {}
        elif field.name != "graph":
            values[field.name] = pack(value)
    return {
        "do": type(question).__name__,
        "graph": graph,
        "functions": functions,
        "values": values,
    }


def question_of(act: dict, graph: ComputationNode | None, names: dict) -> Question:
    """The question that an act asks about this graph. Its functions are looked up in `names`."""
    # In reverse, so that of two classes with the same name the earlier one wins: the later one may
    # be the notebook's.
    kinds: dict[str, Callable[..., Question]] = {
        kind.__name__: kind for kind in reversed(Question.__subclasses__())
    }
    arguments = {field: unpack(value) for field, value in act["values"].items()}
    arguments |= {field: names[name] for field, name in act["functions"].items()}
    if graph is not None:
        arguments["graph"] = graph
    return kinds[act["do"]](**arguments)


def functions_of(act: dict) -> list[str]:
    """The names of the student's functions that an act is about. A function that only runs `before`
    is left out, because the others are tried even if that one fails or does not end."""
    return [name for field, name in act.get("functions", {}).items() if field != "before"]


def functions_in(acts: Iterable[dict]) -> set[str]:
    """The names of all of the student's functions that acts run."""
    return {name for act in acts for name in act.get("functions", {}).values()}


def encode_answer(answer: Answer | Raised, nodes: GraphNodes) -> dict:
    """The answer to a question about a graph with these nodes, as JSON."""
    return _encoded(_form_of(type(answer)), answer, nodes)  # type: ignore[arg-type]


def decode_answer(kind: type[AnswerT], encoded: object, nodes: GraphNodes) -> AnswerT:
    """An answer of this class.

    Raises:
        BadEvidence: it is not an answer of this class.
    """
    if isinstance(encoded, dict) and encoded.keys() == {"error"}:  # raised outside any question
        return kind(_decoded(_form_of(Raised), encoded["error"], nodes))
    return _decoded(_form_of(kind), encoded, nodes)  # type: ignore[arg-type]


class _Form(NamedTuple):
    """What a type is made of."""

    kind: Any  # the type itself
    form: object  # `dataclass` for a dataclass, `list` for `list[int]`, `int` for `int`
    # For a dataclass, three things for each field: its name, the form of its type, and how many
    # entries of a list are kept. For a `Literal`, its words. Otherwise the forms of its type
    # arguments.
    parts: tuple


@cache
def _form_of(kind: Any) -> _Form:
    """What a type is made of, without the fields that are marked "only here"."""
    if not is_dataclass(kind):
        form, parts = get_origin(kind) or kind, get_args(kind)
        return _Form(kind, form, parts if form is Literal else tuple(map(_form_of, parts)))
    parts = tuple(
        (field.name, _form_of(field.type), field.metadata.get("most", MAX_ENTRIES))  # type: ignore[arg-type]
        for field in fields(kind)
        if "only here" not in field.metadata
    )
    return _Form(kind, dataclass, parts)


def _encoded(of: _Form, value: Any, nodes: GraphNodes, most: int = MAX_ENTRIES) -> Any:
    """A value as JSON. Its type has this form.

    Args:
        most: how many entries of a list are kept: the last ones.
    """
    kind, form, parts = of
    if form is dataclass:
        return {name: _encoded(part, getattr(value, name), nodes, n) for name, part, n in parts}
    if form is UnionType:  # the other part is None
        return None if value is None else _encoded(parts[0], value, nodes)
    if form is list:
        entries = [_encoded(parts[0], entry, nodes) for entry in value[-most:]]
        return [[*entry.values()] for entry in entries] if parts[0].form is dataclass else entries
    if form is tuple and parts:
        pairs = zip(parts, value, strict=True)
        return [_encoded(part, entry, nodes) for part, entry in pairs]
    if form is ComputationNode:
        return nodes.index(value)
    if form in (str, Literal):
        return value[:MAX_ANSWER_TEXT]
    return kind(value) if form in (int, bool) else pack(value)


def _decoded(of: _Form, encoded: Any, nodes: GraphNodes, most: int = MAX_ENTRIES) -> Any:
    """The value that `_encoded` has written. Its type has this form."""
    kind, form, parts = of
    if form is dataclass:
        if isinstance(encoded, dict):
            if any(name not in encoded for name, _, _ in parts):
                raise BadEvidence("an answer without one of its parts")
            encoded = [encoded[name] for name, _, _ in parts]
        entries = zip(parts, bounded_list(encoded, len(parts), exactly=True), strict=True)
        return kind(**{name: _decoded(part, entry, nodes, n) for (name, part, n), entry in entries})
    if form is UnionType:
        return None if encoded is None else _decoded(parts[0], encoded, nodes)
    if form is list:
        return [_decoded(parts[0], entry, nodes) for entry in bounded_list(encoded, most)]
    if form is tuple and parts:
        pairs = zip(parts, bounded_list(encoded, len(parts), exactly=True), strict=True)
        return tuple(_decoded(part, entry, nodes) for part, entry in pairs)
    if form is tuple:
        several = _in_tuples(unpack(encoded))
        return several if isinstance(several, tuple) else ()
    if form is ComputationNode:
        return nodes[_count(encoded, len(nodes))]
    if form is Literal and encoded not in parts:
        raise BadEvidence("a word that it cannot be")
    if form in (str, Literal):
        return short_text(encoded, MAX_ANSWER_TEXT)
    if form is bool:
        return encoded is True
    return _count(encoded, MAX_WHOLE) if form is int else unpack(encoded)


def _count(encoded: object, below: int) -> int:
    if type(encoded) is not int or not 0 <= encoded < below:
        raise BadEvidence("something that is not a valid count")
    return encoded


def _in_tuples(value: object) -> object:
    """A value in which all lists have become tuples."""
    return tuple(map(_in_tuples, value)) if isinstance(value, list | tuple) else value
