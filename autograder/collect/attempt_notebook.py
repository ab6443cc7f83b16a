"""Chooses the notebook among the files that a student handed in."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from nbformat import NotebookNode

from autograder.base import in_child
from autograder.base.child_process import TaskFailed
from autograder.base.files import ZIP_BEGINS, sha256
from autograder.base.sentences import first_of
from autograder.base.visible import quoted
from autograder.collect.archive import BadDownload, opened_inside
from autograder.handed_in.among_files import MAX_SEARCHED, Candidate, candidates_among, choose_among
from autograder.handed_in.file import File
from autograder.handed_in.note import CUT_SHORT, Note
from autograder.handed_in.of_homework import is_of
from autograder.handed_in.unreadable import NOTEBOOK, Unreadable
from autograder.handed_in.untrusted import from_file
from autograder.repairing.filled import answers_in

MAX_LISTED = 5  # files that a remark names
_NO_TIME_LEFT = "Opening this student's other files took too long."
_ONLY_A_ZIP = "No notebook was handed in, only a zip"


@dataclass
class Choice:
    """What was found among the files."""

    notebook: Candidate | None = None  # the one to grade; None if there is none
    others: list[Candidate] = field(default_factory=list)  # further notebooks
    remarks: list[str] = field(default_factory=list)  # what a person should know, in sentences


@dataclass(frozen=True)
class _Zip:
    """What is in a zip that a student handed in."""

    number: int | None  # of the notebook among its files; None if there is none, or a doubt which
    remarks: list[str]  # what a person should know, in sentences


class Inspection:
    """Looks into the notebooks and zips of one student: once into each, and for a limited total
    time."""

    def __init__(self, homework: str):
        self.homework = homework
        self.is_complete = True  # whether there was time to look for answers in all of them
        self._seconds_left = float(in_child.PROCESSOR_SECONDS)
        self._found: dict[str, tuple[int | None, str]] = {}  # by hash: the answers, the damage
        self._zips: dict[str, _Zip] = {}  # likewise

    def answers(self, data: bytes) -> int | None:
        """The number of answers in a notebook; None if that cannot be told in the time left."""
        answers, _ = self._look_into(data)
        self.is_complete &= sha256(data) in self._found
        return answers

    def damage(self, data: bytes) -> str:
        """Sentences on why grading will find less than a whole notebook in a file; empty if the
        notebook is whole or the time is used up."""
        return self._look_into(data)[1]

    def _look_into(self, data: bytes) -> tuple[int | None, str]:
        digest = sha256(data)
        if digest not in self._found and self._seconds_left > 0:
            with self._timed():
                self._found[digest] = _answers_and_damage(data, self.homework)
        return self._found.get(digest, (None, ""))

    def open_zip(self, name: str, data: bytes) -> _Zip:
        """What is in a zip.

        Args:
            name: the zip's name, in quotes.
        """
        digest = sha256(data)
        if digest not in self._zips and self._seconds_left > 0:
            with self._timed():
                self._zips[digest] = _look_into_zip(name, data, self.homework)
        return self._zips.get(digest) or _Zip(None, [f"{name} was not opened. {_NO_TIME_LEFT}"])

    @contextmanager
    def _timed(self) -> Iterator[None]:
        before = _processor_time()
        yield
        self._seconds_left -= _processor_time() - before


def _answers_and_damage(data: bytes, homework: str) -> tuple[int | None, str]:
    def look(notebook: NotebookNode, notes: list[Note]) -> tuple[int | None, str]:
        damage = next((text for text, kind in notes if kind == CUT_SHORT), "")
        return answers_in(notebook, homework), damage

    try:
        answers, damage = from_file(data, look)
    except Unreadable as reason:
        return None, str(reason)
    return answers, damage


def _processor_time() -> float:
    """The seconds of processor time that this process and its ended children have used."""
    return sum(os.times()[:4])


def choose_file(files: list[File], homework: str, inspection: Inspection) -> Choice:
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
        found = inspection.open_zip(name, data)
        if found.number is None:
            return Choice(remarks=found.remarks)
        with opened_inside(name, data) as inside:
            notebook = inside[found.number]
            content = notebook.read()
    except (BadDownload, Unreadable) as reason:
        return Choice(remarks=[f"{_ONLY_A_ZIP}: {reason}"])
    file = replace(
        notebook,  # these come from the download, not from the student's own zip
        number=archive.number,
        written=archive.written,
        origin=archive.origin,
    )
    return Choice(Candidate(file, content), remarks=found.remarks)


def _look_into_zip(name: str, data: bytes, homework: str) -> _Zip:
    """What is in a zip, found out in a process that can be ended."""
    try:
        return _Zip(*in_child.call_in_child(lambda: _notebook_in_zip(name, data, homework)))
    except TaskFailed:
        too_much = f"{name} could not be opened: that takes too much time or memory."
        return _Zip(None, [str(Unreadable(too_much, NOTEBOOK))])


def _notebook_in_zip(name: str, data: bytes, homework: str) -> tuple[int | None, list[str]]:
    """The fields of `_Zip`."""
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
