"""Chooses the notebook among the files that a student handed in."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from nbformat import NotebookNode

from autograder.base import in_child
from autograder.base.child_process import TaskFailed
from autograder.base.files import ZIP_BEGINS, sha256
from autograder.base.sentences import first_of
from autograder.base.visible import quoted
from autograder.collect.archive import opened_inside
from autograder.repairing.untouched import answers_in
from autograder.submissions.candidates import (
    MAX_SEARCHED,
    Candidate,
    candidates_among,
    choose_among,
)
from autograder.submissions.file import File
from autograder.submissions.homework_ids import is_of
from autograder.submissions.note import CUT_SHORT, Note
from autograder.submissions.unreadable import HAND_IN_NOTEBOOK, Unreadable
from autograder.submissions.untrusted import from_file
from autograder.systems.download import BadDownload

MAX_LISTED = 5  # files that a remark names
_NO_TIME_LEFT = "Opening this student's other files took too long."
_ONLY_A_ZIP = "No notebook was handed in, only a zip"

T = TypeVar("T")


@dataclass
class Choice:
    """What was found among the files."""

    notebook: Candidate | None = None  # the one to grade; None if there is none
    others: list[Candidate] = field(default_factory=list)  # further notebooks
    remarks: list[str] = field(default_factory=list)  # what a person should know, in sentences


# Of a zip: the number of the notebook among its files, None if there is none or a doubt which; and
# what a person should know, in sentences.
_InZip = tuple[int | None, list[str]]


class Inspection:
    """Looks into the notebooks and zips of one student: once into each, and for a limited total
    time."""

    def __init__(self, homework: str):
        self.homework = homework
        self.is_complete = True  # whether there was time to look for answers in all of them
        self._seconds_left = float(in_child.PROCESSOR_SECONDS)
        self._found: dict[str, Any] = {}  # by hash

    def answers(self, data: bytes) -> int | None:
        """The number of answers in a notebook; None if that cannot be told in the time left."""
        found = self._once(data, _answers_and_damage)
        self.is_complete &= found is not None
        return found[0] if found else None

    def damage(self, data: bytes) -> str:
        """Sentences on why grading will find less than a whole notebook in a file; empty if the
        notebook is whole or the time is used up."""
        found = self._once(data, _answers_and_damage)
        return found[1] if found else ""

    def open_zip(self, name: str, data: bytes) -> _InZip:
        """What is in a zip that has this name, in quotes."""
        found = self._once(data, partial(_look_into_zip, name))
        return found or (None, [f"{name} was not opened. {_NO_TIME_LEFT}"])

    def _once(self, data: bytes, look: Callable[[bytes, str], T]) -> T | None:
        """What `look` finds in a file; None if the time is used up."""
        digest = sha256(data)
        if digest not in self._found and self._seconds_left > 0:
            before = _processor_time()
            self._found[digest] = look(data, self.homework)
            self._seconds_left -= _processor_time() - before
        return self._found.get(digest)


def _answers_and_damage(data: bytes, homework: str) -> tuple[int | None, str]:
    def look(notebook: NotebookNode, notes: list[Note]) -> tuple[int | None, str]:
        damage = next((text for text, kind in notes if kind == CUT_SHORT), "")
        return answers_in(notebook, homework), damage

    try:
        return from_file(data, look)
    except Unreadable as reason:
        return None, str(reason)


def _processor_time() -> float:
    """The seconds of processor time that this process and its ended children have used."""
    return sum(os.times()[:4])


def choose_file(files: list[File], inspection: Inspection) -> Choice:
    """Chooses the notebook as `choose_among` does, or else the one in a zip.

    Args:
        files: in the order in which they were handed in.
        inspection: the inspection of the student's notebooks.
    """
    if not files:
        return Choice(remarks=["No file was handed in, only text typed into the system."])
    candidates, remarks = _candidates(files)
    files_of_candidates = [candidate.file for candidate in candidates]
    others = [file for file in files if all(file is not other for other in files_of_candidates)]
    if not candidates:
        inside = _inside(others, inspection)
        if inside is not None:
            return inside
        return Choice(remarks=remarks or [f"No notebook was handed in, only {_listed(others)}."])
    homework = inspection.homework
    best, found = choose_among(candidates, homework, lambda data: inspection.answers(data) != 0)
    if len(candidates) > len(found):
        remarks.append(
            f"Of {len(candidates)} notebooks, answers were looked for only in the newest "
            f"{MAX_SEARCHED}."
        )
    if passed_over := [i for i in sorted(found) if i > best and not found[i]]:
        remarks.append(f"No answers in {_listed([files_of_candidates[i] for i in passed_over])}.")
    chosen = candidates.pop(best)
    if not chosen.file.name.lower().endswith(".ipynb"):
        remarks.append(f"The notebook was handed in as {quoted(chosen.file.name)}.")
    if candidates:
        remarks.append(f"Also handed in: {_listed([other.file for other in candidates])}.")
    if others:
        remarks.append(f"Other files: {_listed(others)}.")
    return Choice(chosen, candidates, remarks)


def _candidates(files: list[File]) -> tuple[list[Candidate], list[str]]:
    """The files that may be the notebook, without zips that are only named like one, and remarks on
    those that cannot be read."""
    candidates, remarks = candidates_among(files)
    return [c for c in candidates if not c.data.startswith(ZIP_BEGINS)], remarks


def _inside(files: list[File], inspection: Inspection) -> Choice | None:
    """The choice in the only zip that was handed in: its notebook, if there is no doubt which; None
    unless there is exactly one zip."""
    zips = [file for file in files if file.begins_with(ZIP_BEGINS) and not _is_office(file)]
    if len(zips) != 1:
        return None
    (archive,) = zips
    name = quoted(archive.name)
    try:
        data = archive.read()
        number, remarks = inspection.open_zip(name, data)
        if number is None:
            return Choice(remarks=remarks)
        with opened_inside(name, data) as inside:
            notebook = inside[number]
            content = notebook.read()
    except (BadDownload, Unreadable) as reason:
        return Choice(remarks=[f"{_ONLY_A_ZIP}: {reason}"])
    file = replace(
        notebook,  # these come from the download, not from the student's own zip
        number=archive.number,
        written=archive.written,
        origin=archive.origin,
    )
    return Choice(Candidate(file, content), remarks=remarks)


def _look_into_zip(name: str, data: bytes, homework: str) -> _InZip:
    """What is in a zip, found out in a process that can be ended."""
    try:
        return in_child.call_in_child(lambda: _notebook_in_zip(name, data, homework))
    except TaskFailed:
        too_much = f"{name} could not be opened: that takes too much time or memory."
        return None, [str(Unreadable(too_much, HAND_IN_NOTEBOOK))]


def _notebook_in_zip(name: str, data: bytes, homework: str) -> _InZip:
    try:
        with opened_inside(name, data) as inside:
            candidates, remarks = _candidates(inside)
    except BadDownload as reason:
        return None, [f"{_ONLY_A_ZIP}: {reason}"]
    fitting = [other for other in candidates if is_of(homework, other.data)] or candidates
    if len(fitting) == 1:
        file = fitting[0].file
        number = next(i for i, other in enumerate(inside) if other is file)
        return number, [f"The notebook is {quoted(file.name)} in {name}.", *remarks]
    if candidates:
        notebooks = _listed([notebook.file for notebook in candidates])
        remark = (
            f"{name} holds several notebooks: {notebooks}. Put the right one into "
            f"submitted/STUDENT/{homework}/, as {homework}.ipynb."
        )
        return None, [remark]
    return None, [f"No notebook was handed in: there is none in {name} either.", *remarks]


def _is_office(file: File) -> bool:
    return re.search(r"\.(docx|xlsx|pptx|odt|ods|pages|npz|pt|pth)$", file.name, re.I) is not None


def _listed(files: list[File]) -> str:
    return first_of([quoted(file.name) for file in files], MAX_LISTED)
