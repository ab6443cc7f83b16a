"""Turns a kernel's messages into a cell's outputs, if they are valid and within the budget."""

import json
import math
from dataclasses import dataclass
from typing import TypeVar

from nbformat import NotebookNode

from autograder.in_kernel.evidence import MIME
from autograder.in_kernel.text import storable
from autograder.sandbox.output_budget import MIN_OUTPUT, CellBudget

MAX_NESTING = 20  # of JSON in an output
MIN_PART = 64  # bytes that each text or number in an output counts for in addition to its size
MAX_SHORT = 200  # characters in the name of a MIME type, or of a display
STREAMS = ("stdout", "stderr")


T = TypeVar("T")


class MalformedOutput(ValueError):
    """Something that no honest kernel sends."""


@dataclass
class _Printed:
    """What was printed without a break."""

    stream: str
    parts: list[str]


class Outputs:
    """The outputs of one cell, as far as the budget allows."""

    def __init__(self, budget: CellBudget):
        self.budget = budget
        self._outputs: list[NotebookNode | _Printed] = []
        self._displays: dict[str, list[NotebookNode]] = {}
        self._is_to_clear = False

    def take(self, kind: str, content: dict) -> None:
        """Adds a message.

        Raises:
            MalformedOutput: the message is not a valid output.
        """
        match kind:
            case "stream":
                self._stream(_one_of(content.get("name"), STREAMS), _text(content.get("text")))
            case "display_data" | "execute_result":
                self._display(kind, content)
            case "update_display_data":
                self._update(content)
            case "error":
                self._error(content)
            case "clear_output":
                self._is_to_clear = content.get("wait") is True
                if not self._is_to_clear:
                    self._clear()
            case _:
                raise MalformedOutput("not an output")

    def nodes(self) -> list[NotebookNode]:
        """The outputs as nbformat has them."""
        return [_as_node(output) for output in self._outputs]

    def _clear(self) -> None:
        """Removes all outputs but evidence, as only the agent would want to remove that."""
        self._outputs = list(filter(_is_evidence, self._outputs))

    def _stream(self, name: str, text: str) -> None:
        last = self._outputs[-1] if self._outputs and not self._is_to_clear else None
        if isinstance(last, _Printed) and last.stream == name:
            if self._has_room(max(_bytes_of(text), MIN_PART)):
                last.parts.append(text)
        elif self._has_room(max(_bytes_of(text), MIN_OUTPUT)):
            self._outputs.append(_Printed(name, [text]))

    def _display(self, kind: str, content: dict) -> None:
        data, metadata, size = _bundle(content)
        if not self._has_room(max(size, MIN_OUTPUT), is_evidence=MIME in data):
            if MIME in data:  # the evidence that came before is incomplete without this part
                self._outputs = [output for output in self._outputs if not _is_evidence(output)]
            return
        output = NotebookNode(output_type=kind, metadata=metadata, data=data)
        if kind == "execute_result":
            output.execution_count = count_of(content)
        if name := _display_id(content):
            same_display = self._displays.setdefault(name, [])
            _show(same_display, data, metadata)
            same_display.append(output)
        self._outputs.append(output)

    def _update(self, content: dict) -> None:
        data, metadata, size = _bundle(content)
        same_display = self._displays.get(_display_id(content), [])
        if self._has_room(max(size, MIN_OUTPUT) * max(len(same_display), 1)):
            _show(same_display, data, metadata)

    def _error(self, content: dict) -> None:
        name, value = _text(content.get("ename")), _text(content.get("evalue"))
        lines = [_text(line) for line in _checked(list, content.get("traceback"))]
        size = _bytes_of(name) + _bytes_of(value)
        size += sum(_bytes_of(line) + MIN_PART for line in lines)
        if self._has_room(max(size, MIN_OUTPUT)):
            self._outputs.append(
                NotebookNode(output_type="error", ename=name, evalue=value, traceback=lines)
            )

    def _has_room(self, size: int, is_evidence: bool = False) -> bool:
        if self._is_to_clear:
            self._is_to_clear = False
            self._clear()
        has_room = self.budget.has(size, is_evidence)
        if not has_room and (message := self.budget.cut()):
            self._outputs.append(_Printed("stdout", [message]))
        return has_room


def _as_node(output: NotebookNode | _Printed) -> NotebookNode:
    if isinstance(output, _Printed):
        return NotebookNode(output_type="stream", name=output.stream, text="".join(output.parts))
    return output


def _is_evidence(output: NotebookNode | _Printed) -> bool:
    return not isinstance(output, _Printed) and MIME in output.get("data", {})


def _show(outputs: list[NotebookNode], data: NotebookNode, metadata: NotebookNode) -> None:
    for output in outputs:
        output.data, output.metadata = data, metadata


def _bundle(content: dict) -> tuple[NotebookNode, NotebookNode, int]:
    """The data and metadata of an output, and their size in bytes."""
    data, size = NotebookNode(), 0
    for kind, value in _checked(dict, content.get("data")).items():
        name = _text(kind)[:MAX_SHORT]
        if isinstance(value, str):
            data[name] = _text(value)
            size += _bytes_of(data[name])
        else:
            data[name], more = _json(value)
            size += more
            if not name.endswith("json") and not isinstance(value, list):
                raise MalformedOutput("data that is not text")
        size += _bytes_of(name) + MIN_PART
    metadata, more = _object(_checked(dict, content.get("metadata") or {}), depth=0)
    return data, metadata, size + more


def _json(value: object, depth: int = 0) -> tuple[object, int]:
    """A value as JSON that nbformat and any file can hold, and its size in bytes."""
    if depth > MAX_NESTING:
        raise MalformedOutput("nested too deeply")
    if isinstance(value, str):
        text = _text(value)
        return text, _bytes_of(text) + MIN_PART
    if isinstance(value, list):
        pairs = [_json(entry, depth + 1) for entry in value]
        return [entry for entry, _ in pairs], sum(size for _, size in pairs) + MIN_PART
    if isinstance(value, dict):
        return _object(value, depth)
    if isinstance(value, float) and not math.isfinite(value):
        raise MalformedOutput("not a number")
    if isinstance(value, int) and abs(value) > 1 << 64:
        raise MalformedOutput("too large a number")
    return value, MIN_PART


def _object(entries: dict, depth: int) -> tuple[NotebookNode, int]:
    """A JSON object, as `_json` gives it."""
    node, total = NotebookNode(), 4 * MIN_PART
    for key, value in entries.items():
        name = _text(key)
        node[name], size = _json(value, depth + 1)
        total += size + _bytes_of(name) + MIN_PART
    return node, total


def _bytes_of(text: str) -> int:
    """The number of bytes that a text takes in a notebook's file."""
    return len(json.dumps(text, ensure_ascii=False).encode())


def count_of(content: dict) -> int | None:
    """The number of a cell's prompt, if it is valid."""
    count = content.get("execution_count")
    return count if type(count) is int and 0 < count < 10**6 else None


def _display_id(content: dict) -> str:
    transient = content.get("transient")
    name = transient.get("display_id") if isinstance(transient, dict) else None
    return name[:MAX_SHORT] if isinstance(name, str) else ""


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise MalformedOutput("not text")
    return storable(value)


def _checked(kind: type[T], value: object) -> T:
    if not isinstance(value, kind):
        raise MalformedOutput(f"not a {kind.__name__}")
    return value


def _one_of(value: object, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise MalformedOutput("an unknown name")
    return value
