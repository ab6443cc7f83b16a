"""Parses and searches students' texts, which nobody can trust, so that they cannot take too long.

A text can be made to take hours, in ways that nobody has thought of yet, and neither Python's
parser nor a regular expression can be interrupted. So this work is done in a process that can be
killed, unless the text is small and simple. Nearly all texts are. For them, no process is forked,
which saves 30 ms of processor time.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeVar

import nbformat
from nbformat import NotebookNode

from autograder.base import child_process
from autograder.base.child_process import TaskFailed, WhyFailed
from autograder.base.failure import Failure
from autograder.base.visible import visible
from autograder.notebook.set_up import without_copy
from autograder.submissions.reading import read_notebook, read_whole
from autograder.submissions.tidying import Note, raw_cells, source_of, tidy
from autograder.submissions.unreadable import HAND_IN_RELEASED, NotReadNow, Unreadable

# The limits of what counts as simple. A homework with answers reaches at most about half of each.
MAX_SIMPLE_FILE = 4_000_000  # bytes, with outputs
MAX_SIMPLE_ENTRIES = 200_000  # entries of lists and objects, counted by brackets and commas
MAX_SIMPLE_CELLS = 200
MAX_SIMPLE_TEXT = 120_000  # characters of all cells, without the copy of the package
MAX_SIMPLE_CELL = 8_000  # characters
MAX_SIMPLE_LINE = 1_200  # characters
MAX_SIMPLE_DEPTH = 12  # brackets within brackets

_BRACKET = re.compile(r"[][(){}]")

T = TypeVar("T")


def work_on_file(data: bytes, make: Callable[[NotebookNode, list[Note]], T]) -> T:
    """Calls a function with the notebook in a file's bytes and the notes on reading it, and returns
    its result.

    Args:
        make: must return what JSON can hold. It must have no other effects, as they might be lost.

    Raises:
        Unreadable: there is no notebook; or `make` raised this error; or it all took too much
            processor time or memory or, in two attempts, too long by the clock.
        NotReadNow: the process was killed from outside.
    """
    with _costing_one_student():
        simple = _read_if_simple(data)
        return _in_child(lambda: make(*read_notebook(data))) if simple is None else make(*simple)


def work_on_notebook(notebook: NotebookNode, make: Callable[[], T], texts: Iterable[str] = ()) -> T:
    """Calls a function that works on a notebook which was read before, and returns its result.

    Args:
        make: as for `work_on_file`; it raises the same errors, too.
        texts: what `make` works on besides the notebook's cells.
    """
    sources = [cell.source for cell in notebook.cells]
    with _costing_one_student():
        return make() if are_simple([*sources, *texts]) else _in_child(make)


def are_simple(sources: Iterable[str]) -> bool:
    """Whether the texts of a notebook's cells are so few, so short and so little nested that no
    work on them can take long. Finding this out takes time linear in their length."""
    left, cells = MAX_SIMPLE_TEXT, MAX_SIMPLE_CELLS
    for source in sources:
        text = without_copy(source)
        left, cells = left - len(text), cells - 1
        if min(left, cells) < 0 or len(text) > MAX_SIMPLE_CELL or not _is_flat(text):
            return False
    return True


def _read_if_simple(data: bytes) -> tuple[NotebookNode, list[Note]] | None:
    if len(data) > MAX_SIMPLE_FILE or sum(map(data.count, (b"[", b"{", b","))) > MAX_SIMPLE_ENTRIES:
        return None
    try:
        raw, notes = read_whole(data)
    except ValueError:
        return None
    if not are_simple(map(source_of, raw_cells(raw))):
        return None
    notebook, more = tidy(raw)
    return notebook, notes + more


@lru_cache(maxsize=1024)  # most cells are the same as in the release
def _is_flat(text: str) -> bool:
    depth = most = 0
    for bracket in _BRACKET.findall(text):
        depth = depth + 1 if bracket in "([{" else max(depth - 1, 0)
        most = max(most, depth)
    return most <= MAX_SIMPLE_DEPTH and max(map(len, text.split("\n"))) <= MAX_SIMPLE_LINE


@contextmanager
def _costing_one_student() -> Iterator[None]:
    """Turns whatever error a text leads to in this process into `Unreadable`, so that only the
    submission of its student fails."""
    try:
        yield
    except (Unreadable, Failure, SystemError):  # the last is Python's own, and may pass
        raise
    except Exception as error:
        raise _unreadable(TaskFailed.because_of(error)) from error


def _in_child(work: Callable[[], T]) -> T:
    def made() -> tuple[T | None, tuple[str, ...]]:
        try:
            return work(), ()
        except Unreadable as reason:
            return None, reason.args

    try:
        result, reason = child_process.call_in_child(made)
    except TaskFailed as failure:
        raise _unreadable(failure) from None
    if reason:
        raise Unreadable(*reason)
    return nbformat.from_dict(result)


def _unreadable(failure: TaskFailed) -> Unreadable:
    if failure.why == WhyFailed.ERROR:  # the text of one student must not stop the others
        reason = f"The notebook could not be read: {visible(str(failure))}"
        return Unreadable(reason, trace=failure.trace)
    if failure.why in (WhyFailed.MEMORY, WhyFailed.SIZE, WhyFailed.PROCESSOR):
        return Unreadable(
            f"The notebook could not be read within {child_process.PROCESSOR_SECONDS} seconds of "
            "processor time, or in the memory there is; it may have been made to take more.",
            HAND_IN_RELEASED,
        )
    if failure.why == WhyFailed.TIME:  # not tried at each grading, as it takes two minutes
        return Unreadable(
            f"The notebook could not be read within {child_process.WAIT_SECONDS} s by the clock, "
            "in two attempts: the machine may be too busy.",
            HAND_IN_RELEASED,
            first="To try again, grade with --force.",
        )
    return NotReadNow(
        "The notebook could not be read: the process reading it was killed.",
        HAND_IN_RELEASED,
        first="Grading again tries again.",
    )
