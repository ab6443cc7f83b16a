"""Chooses the notebook among the files that a student handed in."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from autograder.base.child_process import TaskFailed, call_in_child
from autograder.base.files import ZIP_BEGINS, sha256
from autograder.base.processor import TimeBudget
from autograder.base.sentences import first_of
from autograder.base.visible import quoted
from autograder.collect.archive import opened_inside
from autograder.repairing.repair import answers_in
from autograder.submissions.candidates import Candidate, candidates_among, choose_among
from autograder.submissions.handed_in_file import File, oldest_first
from autograder.submissions.unreadable import HAND_IN_NOTEBOOK, Unreadable
from autograder.submissions.untrusted import work_on_file
from autograder.systems.download import BadDownload

MAX_LISTED = 5  # files that a remark names
_ONLY_A_ZIP = "No notebook was handed in, only a zip"

T = TypeVar("T")


@dataclass
class FileChoice:
    """What was found among the files."""

    notebook: Candidate | None = None  # the one to grade; None if there is none
    others: list[Candidate] = field(default_factory=list)  # further notebooks
    remarks: list[str] = field(default_factory=list)  # what a person should know, in sentences


class _OutOfTime(Exception):
    """There is no time left to look into more of a student's files."""


class Inspection:
    """Looks into the notebooks and zips of one student. It looks into each file only once, and the
    time for all of them is limited."""

    def __init__(self, homework: str):
        self.homework = homework
        self.is_complete = True  # whether there was time to look for answers in all notebooks
        self._budget = TimeBudget()
        self._found: dict[str, Any] = {}  # by hash

    def count_answers(self, data: bytes) -> int | None:
        """The number of answers in a notebook; None if it cannot be found out in the time left."""
        try:
            return self._once(data, partial(_answers_in, self.homework))
        except _OutOfTime:
            self.is_complete = False
            return None

    def notebooks_in_zip(self, archive: File) -> tuple[list[Candidate], list[str]]:
        """The notebooks in a zip, and remarks. The notebooks get the zip's time and upload number.
        A process that can be killed looks into the zip, since a zip can be made to take long."""
        name = quoted(archive.name)
        try:
            data = archive.read()
            numbers, remarks = self._once(data, partial(_look_into_zip, name))
            if not numbers:
                return [], [*remarks]
            with opened_inside(name, data) as files:
                inside = [files[number] for number in numbers]
                notebooks = [Candidate(replace(archive, path=f.path), f.read()) for f in inside]
            return notebooks, [*remarks]
        except Unreadable as reason:
            return [], [f"{_ONLY_A_ZIP}: {reason}"]
        except _OutOfTime:
            return [], [f"{name} was not opened. Opening this student's other files took too long."]

    def _once(self, data: bytes, look: Callable[[bytes], T]) -> T:
        """What `look` finds in a file. It is called only once for each file.

        Raises:
            _OutOfTime: it would have to be called, and the time is used up.
        """
        digest = sha256(data)
        if digest not in self._found:
            if self._budget.is_spent:
                raise _OutOfTime
            with self._budget:
                self._found[digest] = look(data)
        return self._found[digest]


def _answers_in(homework: str, data: bytes) -> int | None:
    """The number of answers in a notebook; None if it cannot be found out."""
    try:
        return work_on_file(data, lambda notebook, _: answers_in(notebook, homework))
    except Unreadable:
        return None


def choose_file(files: list[File], inspection: Inspection) -> FileChoice:
    """Chooses the notebook as `choose_among` does. If there is none, or none with answers, and
    there is exactly one zip, the notebooks in the zip count, too, as if they were older.

    Args:
        files: the oldest first.
        inspection: the inspection of the student's notebooks.
    """
    if not files:
        return FileChoice(remarks=["No file was handed in, only text typed into the system."])
    candidates, remarks = candidates_among(files)
    candidates = [each for each in candidates if not each.data.startswith(ZIP_BEGINS)]
    zips = [file for file in files if file.begins_with(ZIP_BEGINS) and _may_hold_notebooks(file)]
    inside: list[Candidate] = []
    if len(zips) == 1 and all(inspection.count_answers(each.data) == 0 for each in candidates):
        inside, about_zip = inspection.notebooks_in_zip(zips[0])
        if candidates and not inside:
            about_zip = [f"There is no readable notebook in {quoted(zips[0].name)}."]
        remarks += about_zip
    if not candidates and not inside:
        return FileChoice(remarks=remarks or [f"No notebook was handed in, only {_listed(files)}."])
    notebooks = [*inside, *candidates]
    chosen, blank = choose_among(
        notebooks, inspection.homework, lambda data: inspection.count_answers(data) != 0
    )
    further = [each for each in notebooks if each is not chosen]
    looked_into = [*(zips if inside else ()), *(each.file for each in candidates)]
    others = [file for file in files if file not in looked_into]
    remarks += _remark_on("No answers in", [each.file for each in blank])
    remarks += _remarks_on_chosen(chosen.file, zips[0] if chosen in inside else None)
    remarks += _remark_on("Also handed in:", [each.file for each in further])
    remarks += _remark_on("Other files:", others)
    return FileChoice(chosen, further, remarks)


def _remarks_on_chosen(file: File, archive: File | None) -> list[str]:
    """Remarks on where the notebook to grade was found, and on its name.

    Args:
        archive: the zip that it is in, if it is in one.
    """
    remarks, name = [], quoted(file.name)
    if archive:
        remarks.append(f"The notebook is {name} in {quoted(archive.name)}.")
    if not file.name.lower().endswith(".ipynb"):
        remarks.append(f"The notebook was handed in as {name}.")
    return remarks


def _remark_on(what: str, files: list[File]) -> list[str]:
    """A remark that names files, if there are any."""
    return [f"{what} {_listed(files)}."] if files else []


def _look_into_zip(name: str, data: bytes) -> tuple[list[int], list[str]]:
    """The indices of the notebooks among the files in a zip, the oldest first, and remarks."""

    def look() -> tuple[list[int], list[str]]:
        try:
            with opened_inside(name, data) as files:
                found, unread = candidates_among(oldest_first(files))
        except BadDownload as reason:
            return [], [f"{_ONLY_A_ZIP}: {reason}"]
        if not found:
            return [], [f"No notebook was handed in: there is none in {name} either.", *unread]
        return [files.index(each.file) for each in found], unread

    try:
        return call_in_child(look)
    except TaskFailed:
        too_much = f"{name} could not be opened: that takes too much time or memory."
        return [], [str(Unreadable(too_much, HAND_IN_NOTEBOOK))]


def _may_hold_notebooks(file: File) -> bool:
    return re.search(r"\.(docx|xlsx|pptx|odt|ods|pages|npz|pt|pth)$", file.name, re.I) is None


def _listed(files: list[File]) -> str:
    return first_of([quoted(file.name) for file in files], MAX_LISTED)
