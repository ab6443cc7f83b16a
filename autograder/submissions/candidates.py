"""Chooses the notebook among several files, by the same rule wherever the files are."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from autograder.base.visible import quoted
from autograder.submissions.handed_in_file import File
from autograder.submissions.homework_ids import has_ids_of
from autograder.submissions.unreadable import MAX_FILE, MAX_TOGETHER, TOO_MUCH, Unreadable

MAX_SEARCHED = 10  # notebooks in which answers are looked for
MAX_REMARKS = 10  # files that cannot be read for which the reason is given
_NAMED = re.compile(r"\.ipynb($|\W)", re.I)  # also hw1.ipynb.txt, as browsers rename it
_PERHAPS = re.compile(r"(^[^.]+|\.(json|txt))$", re.I)


@dataclass(frozen=True, eq=False)  # two may have the same bytes
class Candidate:
    """A file that is or seems to be a notebook."""

    file: File
    data: bytes


def candidates_among(files: list[File]) -> tuple[list[Candidate], list[str]]:
    """The files that may be the notebook, in the given order, and remarks on the last `MAX_REMARKS`
    of those that cannot be read. If the files are too large together, the last ones are taken."""
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
    told = remarks[:MAX_REMARKS][::-1]
    if more := len(remarks) - len(told):
        told.append(f"{more} more could not be read.")
    return candidates[::-1], told


def choose_among(
    candidates: list[Candidate],
    homework: str,
    may_have_answers: Callable[[bytes], bool],
    placed: str = "",
) -> tuple[Candidate, list[Candidate]]:
    """The notebook to grade, and newer ones that were passed over because they have no answers.

    Only notebooks of this homework are considered or, if there are none, all of them. Of these, the
    last one that may have answers is taken; if none has any, the last. Damaged notebooks count,
    too, since grading repairs them. Only the last `MAX_SEARCHED` are searched for answers, and none
    if there is only one.

    Args:
        candidates: the oldest first.
        placed: the path at which somebody puts a notebook to have it graded. A notebook there
            counts as one of this homework, and as the last.
    """

    def is_placed(candidate: Candidate) -> bool:
        return candidate.file.path == placed

    fitting = [each for each in candidates if is_placed(each) or has_ids_of(homework, each.data)]
    last_first = (fitting or candidates)[::-1]
    ranked = sorted(last_first, key=is_placed, reverse=True)
    passed_over: list[Candidate] = []
    for candidate in ranked[:MAX_SEARCHED]:
        if len(ranked) == 1 or may_have_answers(candidate.data):
            return candidate, passed_over
        passed_over.append(candidate)
    return ranked[0], []
