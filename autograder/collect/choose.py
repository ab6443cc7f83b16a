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
from autograder.collect.archive import BadDownload, File, opened_inside
from autograder.handed_in.finding import NOTEBOOK_NAME, is_of
from autograder.handed_in.reading import CUT_SHORT
from autograder.handed_in.unreadable import ASK, MAX_FILE, MAX_TOGETHER, TOO_MUCH, Unreadable
from autograder.handed_in.untrusted import from_file
from autograder.repairing.filled import answers_in

_PERHAPS = re.compile(r"(^[^.]+|\.(json|txt))$", re.IGNORECASE)
MAX_LISTED = 5  # files that a remark names
MAX_SEARCHED = 10  # notebooks of one student in which answers are looked for
_NO_TIME_LEFT = "Opening this student's other files took too long."


@dataclass(frozen=True)
class Candidate:
    """A file that is or seems to be a notebook."""

    file: File
    data: bytes


@dataclass
class Choice:
    """What was found among the files."""

    notebook: Candidate | None = None  # the one to grade; None if there is none
    others: list[Candidate] = field(default_factory=list)  # further notebooks
    remarks: list[str] = field(default_factory=list)  # what a person should know, in sentences


@dataclass(frozen=True)
class _Contents:
    """The contents of a file that should be a notebook."""

    answers: int | None  # the number of answers; None if that cannot be told
    damage: str  # sentences on why it is not a whole notebook; empty if it is


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
        self._contents: dict[str, _Contents] = {}  # by the file's hash
        self._zips: dict[str, _Zip] = {}  # likewise

    def answers(self, data: bytes) -> int | None:
        """The number of answers in a notebook; None if that cannot be told in the time left."""
        contents = self._look_into(data)
        if contents is None:
            self.is_complete = False
            return None
        return contents.answers

    def damage(self, data: bytes) -> str:
        """Sentences on why grading will find less than a whole notebook in a file; empty if the
        notebook is whole or the time is used up."""
        contents = self._look_into(data)
        return contents.damage if contents else ""

    def _look_into(self, data: bytes) -> _Contents | None:
        """The contents of a file; None if the time is used up."""
        digest = sha256(data)
        if digest not in self._contents and self._seconds_left > 0:
            with self._timed():
                self._contents[digest] = _contents_of(data, self.homework)
        return self._contents.get(digest)

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


def _contents_of(data: bytes, homework: str) -> _Contents:
    def look(notebook: NotebookNode, notes: list[str]) -> tuple[int | None, str]:
        damage = next((note for note in notes if note.startswith(CUT_SHORT)), "")
        return answers_in(notebook, homework), damage

    try:
        answers, damage = from_file(data, look)
    except Unreadable as reason:
        return _Contents(None, str(reason))
    return _Contents(answers, damage)


def _processor_time() -> float:
    """The seconds of processor time that this process and its ended children have used."""
    return sum(os.times()[:4])


def choose_file(files: list[File], homework: str, inspection: Inspection) -> Choice:
    """Picks the notebook: preferably one that has this homework's cells with answers in them, then
    one whose name fits, and then the newest.

    Damaged notebooks count too, since grading repairs them.

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
    searched, without_answers = _search_for_answers(candidates, homework, inspection)
    if len(candidates) > len(searched):
        remarks.append(
            f"Of {len(candidates)} notebooks, answers were looked for only in the newest "
            f"{MAX_SEARCHED}."
        )

    def preference(i: int) -> tuple[bool, bool, bool, bool, int]:
        name = candidates[i].file.name.lower()
        may_have_answers = i in searched and i not in without_answers
        is_of_homework = is_of(homework, candidates[i].data)
        return is_of_homework, may_have_answers, name.endswith(".ipynb"), homework in name, i

    best = max(range(len(candidates)), key=preference)
    if passed_over := [files_of_candidates[i] for i in sorted(without_answers) if i > best]:
        remarks.append(f"No answers in {_listed(passed_over)}.")
    chosen = candidates.pop(best)
    if not chosen.file.name.lower().endswith(".ipynb"):
        remarks.append(f"The notebook was handed in as {quoted(chosen.file.name)}.")
    if candidates:
        remarks.append(f"Also handed in: {_listed([other.file for other in candidates])}.")
    if others:
        remarks.append(f"Other files: {_listed(others)}.")
    return Choice(chosen, candidates, remarks)


def _search_for_answers(
    candidates: list[Candidate], homework: str, inspection: Inspection
) -> tuple[set[int], set[int]]:
    """The indices of the notebooks in which answers were looked for, and of those that have none.
    Only the newest notebooks of the homework are searched, and a single notebook is not, because it
    is chosen in any case."""
    indices = range(len(candidates))
    ranked = sorted(indices, key=lambda i: (is_of(homework, candidates[i].data), i))
    searched = set(ranked[-MAX_SEARCHED:])
    if len(candidates) == 1:
        return searched, set()
    without_answers = set()
    for i in sorted(searched, reverse=True):  # the newest first, as the time may run out
        if inspection.answers(candidates[i].data) == 0:
            without_answers.add(i)
    return searched, without_answers


def _candidates(files: list[File]) -> tuple[list[Candidate], list[str]]:
    """The files that may be the notebook, in the given order, and remarks on those that cannot be
    read."""
    candidates: list[Candidate] = []
    remarks: list[str] = []
    bytes_left = MAX_TOGETHER
    for file in reversed(files):  # if they are too large together, the newest are taken
        is_named = NOTEBOOK_NAME.search(file.name) is not None
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
        may_be_notebook = not data.startswith(ZIP_BEGINS) if is_named else b'"cells"' in data
        if may_be_notebook:
            candidates.append(Candidate(file, data))
    return candidates[::-1], remarks[::-1]


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
        return Choice(remarks=[f"No notebook was handed in, only a zip: {reason}"])
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
    except TaskFailed as failure:
        if failure.error_class in (BadDownload.__name__, Unreadable.__name__):
            return _Zip(None, [f"No notebook was handed in, only a zip: {failure.message}"])
        return _Zip(
            None, [f"{name} could not be opened: that takes too much time or memory. {ASK}"]
        )


def _notebook_in_zip(name: str, data: bytes, homework: str) -> tuple[int | None, list[str]]:
    """The fields of `_Zip`."""
    with opened_inside(name, data) as inside:
        candidates, remarks = _candidates(inside)
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
