"""Turns a kernel's messages into a cell's outputs, if they are valid and within the budget."""

import json
import math
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode

from autograder.in_kernel.evidence import MIME
from autograder.in_kernel.storable_text import storable
from autograder.sandbox.output_budget import MIN_OUTPUT, CellBudget

MAX_NESTING = 20  # of JSON in an output
MIN_PART = 64  # bytes that each text or number in an output counts for in addition to its size
MAX_SHORT = 200  # characters in the name of a MIME type, or of a display
_as_json = json.JSONEncoder(ensure_ascii=False).encode  # `json.dumps` would make an encoder a call


class MalformedOutput(ValueError):
    """Something that no honest kernel sends."""


@dataclass
class _Printed:
    """What was printed without a break."""

    stream: str
    parts: list[str]

    def node(self) -> NotebookNode:
        """The same as an output."""
        return NotebookNode(output_type="stream", name=self.stream, text="".join(self.parts))


class Outputs:
    """The outputs of one cell, as far as the budget allows."""

    def __init__(self, budget: CellBudget):
        self.budget = budget
        self._outputs: list[NotebookNode | _Printed] = []
        self._displays: dict[str, list[NotebookNode]] = {}
        self._is_to_clear = False

    def take(self, kind: str, content: dict, *, is_signed: bool = False) -> None:
        """Adds a message.

        Args:
            is_signed: whether it is the agent's. If it is not, the content of evidence in it is
                dropped, and only a trace stays that there was some.

        Raises:
            MalformedOutput: the message is not a valid output.
        """
        match kind, content:
            case "stream", {"name": "stdout" | "stderr" as name, "text": str(text)}:
                self._stream(name, storable(text))
            case "display_data" | "execute_result", _:
                self._display(kind, content, is_signed=is_signed)
            case "update_display_data", _:
                self._update(content, is_signed=is_signed)
            case "error", {"ename": str(name), "evalue": str(value), "traceback": list(lines)}:
                self._error(name, value, lines)
            case "clear_output", _:
                self._is_to_clear = content.get("wait") is True
                if not self._is_to_clear:
                    self._clear()
            case _:
                raise MalformedOutput("not an output")

    def nodes(self) -> list[NotebookNode]:
        """The outputs as nbformat has them."""
        return [o.node() if isinstance(o, _Printed) else o for o in self._outputs]

    def _clear(self) -> None:
        """Removes all outputs but the evidence, which the cell may not remove."""
        self._outputs = list(filter(_is_evidence, self._outputs))

    def _stream(self, name: str, text: str) -> None:
        last = self._outputs[-1] if self._outputs and not self._is_to_clear else None
        if isinstance(last, _Printed) and last.stream == name:
            if self._make_room(max(_bytes_of(text), MIN_PART)):
                last.parts.append(text)
        elif self._make_room(max(_bytes_of(text), MIN_OUTPUT)):
            self._outputs.append(_Printed(name, [text]))

    def _display(self, kind: str, content: dict, *, is_signed: bool) -> None:
        data, metadata, size = _bundle(content, is_signed=is_signed)
        if not self._make_room(max(size, MIN_OUTPUT), is_evidence=MIME in data):
            if MIME in data:  # the evidence that came before is incomplete without this part
                self._outputs = [output for output in self._outputs if not _is_evidence(output)]
            return
        output = NotebookNode(output_type=kind, metadata=metadata, data=data)
        if kind == "execute_result":
            output.execution_count = count_of(content)
        if name := _display_id(content):
            same_display = self._displays.setdefault(name, [])
            for earlier in same_display:
                earlier.data, earlier.metadata = data, metadata
            same_display.append(output)
        self._outputs.append(output)

    def _update(self, content: dict, *, is_signed: bool) -> None:
        data, metadata, size = _bundle(content, is_signed=is_signed)
        same_display = self._displays.get(_display_id(content), [])
        if self._make_room(max(size, MIN_OUTPUT) * max(len(same_display), 1)):
            for earlier in same_display:
                earlier.data, earlier.metadata = data, metadata

    def _error(self, name: str, value: str, lines: list) -> None:
        if not all(isinstance(line, str) for line in lines):
            raise MalformedOutput("a traceback that is not text")
        error, size = _storable_json({"ename": name, "evalue": value, "traceback": lines})
        if self._make_room(max(size, MIN_OUTPUT)):
            self._outputs.append(NotebookNode(output_type="error", **error))

    def _make_room(self, size: int, *, is_evidence: bool = False) -> bool:
        if self._is_to_clear:
            self._is_to_clear = False
            self._clear()
        has_room = self.budget.take(size, is_evidence=is_evidence)
        if not has_room and (message := self.budget.cut()):
            self._outputs.append(_Printed("stdout", [message]))
        return has_room


def _is_evidence(output: NotebookNode | _Printed) -> bool:
    return not isinstance(output, _Printed) and MIME in output.get("data", {})


def _bundle(content: dict, *, is_signed: bool) -> tuple[NotebookNode, NotebookNode, int]:
    """The data and metadata of an output, and their size in bytes."""
    bundle = content.get("data"), content.get("metadata") or {}
    if not all(isinstance(part, dict) for part in bundle):
        raise MalformedOutput("data or metadata that are no object")
    # Neither the list around these two nor they themselves count as nesting.
    (whole, metadata), size = _storable_json([*bundle], depth=-2)
    data = NotebookNode({kind[:MAX_SHORT]: value for kind, value in whole.items()})
    if not all(isinstance(data[kind], str | list) or kind.endswith("json") for kind in data):
        raise MalformedOutput("data that is not text")
    if MIME in data and not is_signed:
        data[MIME] = NotebookNode(evidence="")
    return data, metadata, size


def _storable_json(value: object, depth: int = 0) -> tuple[Any, int]:
    """A value as JSON that nbformat and any file can hold, and its size in bytes.

    Args:
        depth: how many objects and lists of an output are around the value.
    """
    if depth > MAX_NESTING:
        raise MalformedOutput("nested too deeply")
    if isinstance(value, str):
        text = storable(value)
        return text, _bytes_of(text) + MIN_PART
    if isinstance(value, list):
        pairs = [_storable_json(entry, depth + 1) for entry in value]
        return [entry for entry, _ in pairs], sum(size for _, size in pairs) + MIN_PART
    if isinstance(value, dict):
        node, total = NotebookNode(), 4 * MIN_PART
        for key, entry in value.items():
            name = storable(key)
            node[name], size = _storable_json(entry, depth + 1)
            total += size + _bytes_of(name) + MIN_PART
        return node, total
    if isinstance(value, float) and not math.isfinite(value):
        raise MalformedOutput("not a number")
    if isinstance(value, int) and abs(value) > 1 << 64:
        raise MalformedOutput("too large a number")
    return value, MIN_PART


def _bytes_of(text: str) -> int:
    """The number of bytes that a text takes in a notebook's file."""
    return len(_as_json(text).encode())


def count_of(content: dict) -> int | None:
    """The number of a cell's prompt, if it is valid."""
    count = content.get("execution_count")
    return count if type(count) is int and 0 < count < 10**6 else None


def _display_id(content: dict) -> str:
    match content:
        case {"transient": {"display_id": str(name)}}:
            return name[:MAX_SHORT]
    return ""
