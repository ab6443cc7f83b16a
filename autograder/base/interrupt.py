"""Lets Ctrl-C end the command at once, whatever it is doing, with a message and no process left.
`kill` and a terminal that is closed end it in the same way.

Python itself would raise an exception in the main thread. That can get lost, or do harm during an
import in C or C++, and it waits for threads. Here, what is on disk stays as it is at that moment,
as after `kill -9`, except within `put_back_unless_done`.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.base.failure import ExitCode, NotHere

SHOW_CURSOR = b"\x1b[?25h"  # which the live line hides
_ASK_TO_END = signal.SIGINT, signal.SIGTERM, signal.SIGHUP

# Functions that end processes which `multiprocessing` does not know. They must not wait for a lock.
at_interrupt: list[Callable[[], None]] = []
_so_far: list[Callable[[], str]] = []  # the last one returns a sentence on what is done so far
# Functions that undo what a block has done, if it is not completed. Each returns a sentence on what
# could not be undone.
_to_undo: list[Callable[[], str]] = []


def end_at_once() -> None:
    """From now on, Ctrl-C, `kill` and a closed terminal end this process at once. A signal that its
    parent, such as `nohup`, has made it ignore is still ignored."""
    for number in _ASK_TO_END:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


@contextmanager
def ignored_by_children() -> Iterator[None]:
    """Processes that this thread starts in the block ignore Ctrl-C. The main thread ends them."""
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # starting it later would unblock Ctrl-C again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def telling_so_far(sentence: Callable[[], str]) -> Iterator[None]:
    """If Ctrl-C comes in the block, what this function returns is printed: how much is done."""
    _so_far.append(sentence)
    try:
        yield
    finally:
        _so_far.pop()


def so_far() -> str:
    """A sentence on how much is done; empty if nobody keeps count."""
    return _so_far[-1]() if _so_far else ""


@contextmanager
def put_back_unless_done(paths: list[Path]) -> Iterator[None]:
    """If the block fails or is interrupted, these files are put back to what they were before it.

    Raises:
        NotHere: some could not be put back. The message says why the block failed, and names them.
    """
    from autograder.base.trouble import what_to_do

    files = {path: path.read_bytes() if path.exists() else None for path in paths}

    def undo() -> str:
        left = filter(None, (_put_back(path, data) for path, data in files.items()))
        names = ", ".join(left)
        return f"These files could not be put back to what they were: {names}." if names else ""

    _to_undo.append(undo)
    try:
        yield
    except BaseException as error:
        if left := undo():
            raise NotHere(f"{what_to_do(error) or error} {left}") from error
        raise
    finally:
        _to_undo.remove(undo)


def _put_back(path: Path, data: bytes | None) -> str:
    """Gives a file its former content, or removes it if there was none. If that fails, returns the
    file's name and the reason."""
    from autograder.base.files import write_whole

    try:
        path.unlink(missing_ok=True) if data is None else write_whole(path, data)
    except OSError as error:
        return f"{path} ({error.strerror})"
    return ""


def _end(*_: object) -> None:
    for number in _ASK_TO_END:
        signal.signal(number, signal.SIG_IGN)
    try:
        _end_children()
        left = [undo() for undo in reversed(_to_undo)]
        words = " ".join(filter(None, ["Interrupted.", *left, so_far()]))
        cursor = SHOW_CURSOR if os.isatty(2) else b""
        os.write(2, b"\n" + cursor + words.encode() + b"\n")
    finally:
        os._exit(ExitCode.INTERRUPTED)


def _end_children() -> None:
    """Ends the processes that this one has started, without waiting for a lock."""
    if workers := sys.modules.get("multiprocessing"):
        for worker in workers.active_children():
            worker.kill()
        if util := sys.modules.get("multiprocessing.util"):
            util._run_finalizers(0)
    for end in at_interrupt:
        end()
    tracker = sys.modules.get("multiprocessing.resource_tracker")
    if tracker and tracker._resource_tracker._pid:  # it would complain about what is left behind
        os.kill(tracker._resource_tracker._pid, signal.SIGKILL)
