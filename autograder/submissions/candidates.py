"""Chooses the notebook among several files, wherever they lie, by one rule."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from autograder.base.visible import quoted
from autograder.submissions.file import File
from autograder.submissions.homework_ids import is_of
from autograder.submissions.unreadable import MAX_FILE, MAX_TOGETHER, TOO_MUCH, Unreadable

MAX_SEARCHED = 10  # notebooks in which answers are looked for
_NAMED = re.compile(r"\.ipynb($|\W)", re.I)  # also hw1.ipynb.txt, as browsers rename it
_PERHAPS = re.compile(r"(^[^.]+|\.(json|txt))$", re.I)


@dataclass(frozen=True)
class Candidate:
    """A file that is or seems to be a notebook."""

    file: File
    data: bytes


def candidates_among(files: list[File]) -> tuple[list[Candidate], list[str]]:
    """The files that may be the notebook, in the given order, and remarks on those that cannot be
    read. If they are too large together, the last are taken."""
    candidates: list[Candidate] = []
    remarks: list[str] = []
    bytes_left = MAX_TOGETHER
    for file in reversed(files):
        is_named = _NAMED.search(file.name) is not None
        if not is_named and not _PERHAPS.search(file.name):
            continue
        try:
            if bytes_left < file.size <= MAX_FILE:
                raise Unreadable(TOO_MUCH)
            data = file.read()
        except Unreadable as reason:
            if is_named:
                remarks.append(f"{quoted(file.name)} could not be read. {reason}")
            continue
        bytes_left -= len(data)
        if is_named or b'"cells"' in data:
            candidates.append(Candidate(file, data))
    return candidates[::-1], remarks[::-1]


def choose_among(
    candidates: list[Candidate],
    homework: str,
    may_have_answers: Callable[[bytes], bool],
    placed: str = "",
) -> tuple[int, dict[int, bool]]:
    """The index of the notebook to grade; and by index whether a candidate may have answers, for
    those that were looked into.

    It is one of this homework, then one that may have answers, then one whose name fits, and then
    the last. Damaged notebooks count too, since grading repairs them. Answers are looked for only
    in the last candidates of this homework, and not in a single one, which is chosen in any case.

    Args:
        placed: the path at which somebody puts a notebook to have it graded: it counts as being of
            this homework, and is preferred if it may have answers.
    """
    indices = range(len(candidates))
    if len(indices) == 1:
        return 0, {0: True}
    is_placed = [candidate.file.path == placed for candidate in candidates]
    is_fitting = [is_placed[i] or is_of(homework, candidates[i].data) for i in indices]
    ranked = sorted(indices, key=lambda i: (is_fitting[i], i))
    searched = sorted(ranked[-MAX_SEARCHED:], reverse=True)  # as the time may run out
    found = {i: may_have_answers(candidates[i].data) for i in searched}

    def preference(i: int) -> tuple:
        name = candidates[i].file.name.lower()
        by_name = is_placed[i], name.endswith(".ipynb"), homework in name
        return is_fitting[i], found.get(i, False), by_name, i

    return max(indices, key=preference), found
