"""Work on students' texts in a process apart, which can be ended.

Parsers of HTML, Markdown and LaTeX can be made to take hours and gigabytes, in ways that nobody
has thought of yet. So a helper process, which has imported them, forks a child for each piece of
work, with little time and memory. A child that uses them up is an error for that piece alone.
"""

import atexit
import json
import os
import resource
import select
import signal
import struct
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import BinaryIO

SECONDS = 20.0  # by the clock, for one piece; a page of a homework takes less than one
MEMORY = 1 << 30  # bytes, beyond what the helper has
MOST = 1 << 28  # bytes of what is made
# What can be asked for: functions of one dictionary that return what JSON can hold.
WORK = {
    "feedback": "autograder.reports.feedback_page",
    "for graders": "autograder.reports.harmless",
}


class NotMade(Exception):
    """Something could not be made of a student's texts; the message says why."""


class _Helper:
    """The process that forks; it is started when it is needed."""

    def __init__(self):
        self._lock = Lock()
        self._process: subprocess.Popen | None = None

    def ask(self, work: str, facts: dict, seconds: float) -> object:
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "autograder.reports.apart"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # an interrupt is for the command, which ends this
                )
            try:
                _send(self._process.stdin, [work, facts, seconds])
                answer = _receive(self._process.stdout)
            except BaseException as error:  # an interrupt too: the next answer would be another's
                self.end()
                if isinstance(error, OSError):
                    raise NotMade("The process that makes it was ended from outside.") from None
                raise
        if answer is None:
            raise NotMade("The process that makes it was ended from outside.")
        if "failed" in answer:
            raise NotMade(answer["failed"])
        return answer["made"]

    def end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()


_helper = _Helper()
atexit.register(_helper.end)


def made(work: str, facts: dict, seconds: float = SECONDS) -> object:
    """What a function makes of facts, in a process apart.

    Args:
        work: one of `WORK`.
        facts: its argument, as JSON can hold it.
        seconds: that it may take.

    Raises:
        NotMade: it took too much time or memory, or failed.
    """
    return _helper.ask(work, facts, seconds)


def serve() -> None:
    """The helper: answers requests until there are no more."""
    makers = {work: import_module(module).make for work, module in WORK.items()}
    requests, answers = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed is not an answer
    while (request := _receive(requests)) is not None:
        work, facts, seconds = request
        _send_bytes(answers, _in_a_child(makers[work], facts, seconds))


def _in_a_child(make, facts: dict, seconds: float) -> bytes:
    """What is made, or why not, as JSON."""
    ours, childs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(ours)
            _limit(seconds)
            with os.fdopen(childs, "wb") as pipe:
                pipe.write(_made(make, facts))
        finally:
            os._exit(0)
    os.close(childs)
    try:
        text = _all_of(ours, time.monotonic() + seconds)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(ours)
    if text is None:
        return _failed(f"It takes longer than {seconds:g} s: its texts are made to be a burden.")
    return text or _failed("It takes too much memory: its texts are made to be a burden.")


def _made(make, facts: dict) -> bytes:
    try:
        return json.dumps({"made": make(facts)}).encode()
    except MemoryError:
        return b""
    except Exception as error:  # whatever a parser may raise
        return _failed(f"{type(error).__name__}: {error}"[:300])


def _failed(reason: str) -> bytes:
    return json.dumps({"failed": reason}).encode()


def _limit(seconds: float) -> None:
    """Limits this process, so that it ends by itself even if nobody ends it."""
    has = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (has + MEMORY, has + MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _all_of(pipe: int, deadline: float) -> bytes | None:
    """All that comes until the other end is closed; None if that takes too long, or is too much."""
    came = bytearray()
    while len(came) <= MOST:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([pipe], [], [], left)[0]:
            return None
        if not (chunk := os.read(pipe, 1 << 20)):
            return bytes(came)
        came += chunk
    return None


def _send(file: BinaryIO, value: object) -> None:
    _send_bytes(file, json.dumps(value).encode())


def _send_bytes(file: BinaryIO, text: bytes) -> None:
    file.write(struct.pack(">Q", len(text)) + text)
    file.flush()


def _receive(file: BinaryIO) -> object:
    """The next message; None if there is none any more."""
    head = file.read(8)
    if len(head) < 8:
        return None
    (size,) = struct.unpack(">Q", head)
    text = file.read(size)
    return json.loads(text) if len(text) == size else None


if __name__ == "__main__":
    serve()
