"""The host's side of a kernel, which communicates through one socket (see pipe_kernel.py).

Whatever comes through the socket may have been written by a student: its size is bounded, it is
waited for only as long as the cell has time, and it is taken for an output only if it is one.
"""

import json
import math
import select
import socket
import struct
import time
from collections.abc import Iterator

from nbformat import NotebookNode

from autograder.in_kernel.evidence import MIME
from autograder.in_kernel.text import storable, strict_json
from autograder.sandbox.host import Forked, kernel_request, zygote
from autograder.sandbox.kernel import (
    FLOODED,
    LEAST_KEPT,
    NONSENSE,
    Budget,
    Interrupted,
    KernelSpec,
    Room,
    Stopped,
    too_long,
    why,
)

MAX_FRAME = 4 * 2**20  # bytes; a kernel that sends more at once is killed
CHUNK = 1 << 18
START_TIMEOUT = 60.0  # seconds for what a kernel does before any student's code
MAX_DEPTH = 20  # of JSON in an output
LEAST_TOLD = 64  # bytes that each text or number in an output counts for on top of its own
MAX_NAME = 200  # characters in the name of a MIME type, or of a display
STREAMS = ("stdout", "stderr")


class Nonsense(ValueError):
    """Something that no honest kernel sends."""


class SandboxedKernel:
    """A kernel that runs cell by cell."""

    def __init__(self, spec: KernelSpec):
        self.spec = spec
        self._forked: Forked | None = None
        self._socket: socket.socket | None = None
        self._number = 0  # of the request
        self._read = bytearray()

    def start(self) -> None:
        """Forks it, and waits until it is ready.

        Raises:
            Interrupted: it did not start, which is no student's fault.
        """
        limits, seed, unsafe = self.spec.limits, self.spec.seed, self.spec.unsafe
        self._forked = zygote(unsafe).fork(kernel_request(limits, seed))
        self._socket = socket.socket(fileno=self._forked.take_channel())
        self._socket.setblocking(False)
        self._poll = select.poll()
        self._poll.register(self._forked.pidfd, select.POLLIN)
        try:
            for frame in self._frames(time.monotonic() + START_TIMEOUT):
                if self._message(frame)[0] == "done":
                    return
        except TimeoutError:
            raise Interrupted(f"The kernel did not start within {START_TIMEOUT:g} s.") from None
        raise Interrupted(f"The kernel did not start. {why(self._forked)}")

    def execute(self, i: int, seconds: float, keep: bool = True) -> None:
        """Runs one cell.

        Args:
            keep: whether to keep its outputs.

        Raises:
            Stopped: it did not end by itself.
            Interrupted: the kernel was killed from outside.
        """
        cell, limits = self.spec.notebook.cells[i], self.spec.limits
        budget = self.spec.budget if keep else Budget(limits.outputs)
        outputs = Outputs(Room(limits.output, budget))
        try:
            count = self._run(cell.source, outputs, time.monotonic() + seconds)
        except TimeoutError:
            raise too_long(seconds, limits) from None
        except EOFError:
            raise Stopped(f"It ended the kernel. {why(self._forked)}".rstrip()) from None
        except (Nonsense, RecursionError) as error:
            raise Stopped(NONSENSE.format(error or type(error).__name__)) from None
        finally:
            if keep:
                cell.outputs = outputs.nodes()
        if keep:
            cell.execution_count = count

    def end(self) -> None:
        """Ends it, and everything it started."""
        if self._forked is None:
            return
        self._forked.kill()
        self._socket.close()
        self._forked.wait(math.inf)
        self._forked.close()
        self._forked = None

    def _run(self, source: str, outputs: "Outputs", deadline: float) -> int | None:
        """Runs some source, and returns the number of its prompt."""
        self._number += 1
        self._send(json.dumps({"cell": self._number, "source": source}).encode(), deadline)
        room, budget, spent = outputs.room, self.spec.budget, time.thread_time()
        for frame in self._frames(deadline):
            counted = room.taken + len(frame)
            kind, content = self._message(frame)
            if kind == "done":
                return _count(content)
            if kind:
                outputs.take(kind, content)
            room.count(counted - room.taken)  # the rest of it has to be read, too
            spent, before = time.thread_time(), spent
            budget.reading -= spent - before
            room.reading -= spent - before
            if room.is_flooded or budget.reading < 0:
                raise Stopped(FLOODED)
        raise EOFError

    def _message(self, frame: bytes) -> tuple[str, dict]:
        """Kind and content of a message about the cell being run; "" for a message about
        another."""
        try:
            told = strict_json(frame)
        except ValueError:
            raise Nonsense("not JSON") from None
        match told:
            case {"cell": int(number), "type": str(kind), "content": dict(content)}:
                return (kind, content) if number == self._number else ("", {})
        raise Nonsense("not a message")

    def _send(self, text: bytes, deadline: float) -> None:
        """Sends a request, even to a kernel that does not read."""
        left = memoryview(struct.pack(">I", len(text)) + text)
        while left:
            self._wait(select.POLLOUT, deadline)
            try:
                left = left[self._socket.send(left) :]
            except BlockingIOError:
                continue
            except OSError:
                raise EOFError from None

    def _frames(self, deadline: float) -> Iterator[bytes]:
        """Yields what comes, frame by frame, until the kernel ends."""
        read = self._read
        while True:
            while len(read) >= 4:
                (size,) = struct.unpack_from(">I", read)
                if size > MAX_FRAME:
                    raise Stopped("It displayed more at once than can be kept, and was stopped.")
                if len(read) < 4 + size:
                    break
                frame = bytes(memoryview(read)[4 : 4 + size])
                del read[: 4 + size]
                yield frame
            if not self._receive(deadline):
                return

    def _receive(self, deadline: float) -> bool:
        """Waits for more; returns whether any came before the kernel ended."""
        self._wait(select.POLLIN, deadline)
        try:
            came = self._socket.recv(CHUNK)
        except BlockingIOError:
            return self._forked.alive()
        except OSError:
            return False
        self._read += came
        return bool(came)

    def _wait(self, event: int, deadline: float) -> None:
        """Waits until the socket is ready or the kernel has ended.

        Raises:
            TimeoutError: the deadline has passed, even if there is something to read.
        """
        self._poll.register(self._socket, event)
        seconds = deadline - time.monotonic()
        if seconds <= 0 or not self._poll.poll(seconds * 1000):
            raise TimeoutError


class Outputs:
    """The outputs of one cell, as far as they fit."""

    def __init__(self, room: Room):
        self.room = room
        self._outputs: list[NotebookNode | tuple[str, list[str]]] = []
        self._displays: dict[str, list[NotebookNode]] = {}
        self._is_to_clear = False

    def take(self, kind: str, content: dict) -> None:
        """Adds a message.

        Raises:
            Nonsense: it is not an output.
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
                    self._outputs.clear()
            case _:
                raise Nonsense("not an output")

    def nodes(self) -> list[NotebookNode]:
        """The outputs as nbformat has them."""
        return [
            NotebookNode(output_type="stream", name=each[0], text="".join(each[1]))
            if isinstance(each, tuple)
            else each
            for each in self._outputs
        ]

    def _stream(self, name: str, text: str) -> None:
        last = self._outputs[-1] if self._outputs and not self._is_to_clear else None
        goes_on = isinstance(last, tuple) and last[0] == name
        if not self._has_room(max(_size(text), LEAST_TOLD if goes_on else LEAST_KEPT)):
            return
        if goes_on:
            last[1].append(text)
        else:
            self._outputs.append((name, [text]))

    def _display(self, kind: str, content: dict) -> None:
        data, metadata, size = _bundle(content)
        if not self._has_room(max(size, LEAST_KEPT), is_evidence=MIME in data):
            return
        output = NotebookNode(output_type=kind, metadata=metadata, data=data)
        if kind == "execute_result":
            output.execution_count = _count(content)
        if name := _display_id(content):
            for each in self._displays.setdefault(name, []):
                each.data, each.metadata = data, metadata
            self._displays[name].append(output)
        self._outputs.append(output)

    def _update(self, content: dict) -> None:
        data, metadata, size = _bundle(content)
        shown = self._displays.get(_display_id(content), [])
        if self._has_room(max(size, LEAST_KEPT) * max(len(shown), 1)):
            for each in shown:
                each.data, each.metadata = data, metadata

    def _error(self, content: dict) -> None:
        name, value = _text(content.get("ename")), _text(content.get("evalue"))
        lines = [_text(line) for line in _list(content.get("traceback"))]
        size = _size(name) + _size(value) + sum(_size(line) + LEAST_TOLD for line in lines)
        if self._has_room(max(size, LEAST_KEPT)):
            self._outputs.append(
                NotebookNode(output_type="error", ename=name, evalue=value, traceback=lines)
            )

    def _has_room(self, size: int, is_evidence: bool = False) -> bool:
        if self._is_to_clear:
            self._is_to_clear = False
            self._outputs.clear()
        has = self.room.has(size, is_evidence)
        if not has and (said := self.room.cut()):
            self._outputs.append(("stdout", [said]))
        return has


def _bundle(content: dict) -> tuple[NotebookNode, NotebookNode, int]:
    """Data and metadata of an output, and how many bytes they hold."""
    data, metadata = NotebookNode(), content.get("metadata") or {}
    size = 0
    for kind, value in _dict(content.get("data")).items():
        name = _text(kind)[:MAX_NAME]
        if isinstance(value, str):
            data[name] = _text(value)
            size += _size(data[name])
        else:
            data[name], more = _json(value)
            size += more
            if not name.endswith("json") and not isinstance(value, list):
                raise Nonsense("data that is not text")
        size += _size(name) + LEAST_TOLD
    metadata, more = _json(_dict(metadata))
    return data, metadata, size + more


def _json(value: object, depth: int = 0) -> tuple[object, int]:
    """JSON that nbformat and any file can hold, and its size."""
    if depth > MAX_DEPTH:
        raise Nonsense("nested too deeply")
    if isinstance(value, str):
        text = _text(value)
        return text, _size(text) + LEAST_TOLD
    if isinstance(value, list):
        pairs = [_json(each, depth + 1) for each in value]
        return [each for each, _ in pairs], sum(size for _, size in pairs) + LEAST_TOLD
    if isinstance(value, dict):
        node, total = NotebookNode(), 4 * LEAST_TOLD
        for key, each in value.items():
            name = _text(key)
            node[name], size = _json(each, depth + 1)
            total += size + _size(name) + LEAST_TOLD
        return node, total
    if isinstance(value, float) and not math.isfinite(value):
        raise Nonsense("not a number")
    if isinstance(value, int) and abs(value) > 1 << 64:
        raise Nonsense("too large a number")
    return value, LEAST_TOLD


def _size(text: str) -> int:
    """How many bytes a text takes in a notebook's file."""
    return len(json.dumps(text, ensure_ascii=False).encode())


def _count(content: dict) -> int | None:
    """The number of a cell's prompt, if it is valid."""
    count = content.get("execution_count")
    return count if type(count) is int and 0 < count < 10**6 else None


def _display_id(content: dict) -> str:
    transient = content.get("transient")
    name = transient.get("display_id") if isinstance(transient, dict) else None
    return name[:MAX_NAME] if isinstance(name, str) else ""


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise Nonsense("not text")
    return storable(value)


def _list(value: object) -> list:
    if not isinstance(value, list):
        raise Nonsense("not a list")
    return value


def _dict(value: object) -> dict:
    if not isinstance(value, dict):
        raise Nonsense("not a dict")
    return value


def _one_of(value: object, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise Nonsense("an unknown name")
    return value
