"""Which of the files a student handed in is the notebook."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from autograder.base import in_child
from autograder.base.files import ZIP_BEGINS, sha256
from autograder.base.sentences import first_of
from autograder.base.visible import quoted
from autograder.collect.archive import BadDownload, File, opened_inside
from autograder.handed_in.finding import NOTEBOOK_NAME, is_of
from autograder.handed_in.reading import CUT_SHORT
from autograder.handed_in.unreadable import MAX_FILE, MAX_TOGETHER, TOO_MUCH, Unreadable
from autograder.handed_in.untrusted import from_file
from autograder.repairing.filled import answers_in

_PERHAPS = re.compile(r"(^[^.]+|\.(json|txt))$", re.IGNORECASE)
MAX_LISTED = 5  # files that a remark names
MAX_SEARCHED = 10  # notebooks of a student in which answers are looked for


@dataclass(frozen=True)
class Candidate:
    """A file that is, or seems to be, a notebook."""

    file: File
    data: bytes


@dataclass
class Choice:
    """What was found among the files."""

    notebook: Candidate | None = None  # the one to grade; None if there is none
    others: list[Candidate] = field(default_factory=list)  # further notebooks
    remarks: list[str] = field(default_factory=list)  # what a person should know, in sentences


class Inspection:
    """Looks into the notebooks of one student: into each once, and for a limited time in all."""

    def __init__(self, homework: str):
        self.homework = homework
        self.is_complete = True  # whether there was time for all that was asked
        self._left, self._answers = float(in_child.PROCESSOR), {}

    def answers(self, data: bytes) -> int | None:
        """How many answers there are in a notebook; None if that cannot be told, or if the time is
        used up."""
        digest = sha256(data)
        if digest not in self._answers:
            if self._left <= 0:
                self.is_complete = False
                return None
            with self._timed():
                self._answers[digest] = answers_in(data, self.homework)
        return self._answers[digest]

    def damage(self, data: bytes) -> str:
        """Why grading will find less in a file than a whole notebook, in sentences; empty if it is
        whole, or if the time is used up."""
        if self._left <= 0:
            return ""
        with self._timed():
            try:
                notes = from_file(data, lambda _, notes: notes)
            except Unreadable as reason:
                return str(reason)
        return next((note for note in notes if note.startswith(CUT_SHORT)), "")

    @contextmanager
    def _timed(self) -> Iterator[None]:
        before = _processor_time()
        try:
            yield
        finally:
            self._left -= _processor_time() - before


def _processor_time() -> float:
    """The seconds that this process, and those that it has waited for, have used."""
    return sum(os.times()[:4])


def choose_file(files: list[File], homework: str, inspection: Inspection) -> Choice:
    """Picks the notebook: preferably one with this homework's cells and answers in them, then by
    its name, then the newest.

    The files come in the order they were handed in. Damaged notebooks count too, since grading
    repairs them.

    Args:
        inspection: of the student's notebooks.
    """
    if not files:
        return Choice(remarks=["No file was handed in, only text typed into the system."])
    found, remarks = _candidates(files)
    rest = [file for file in files if all(file is not each.file for each in found)]
    if not found:
        inside = _inside(rest, homework)
        if inside is not None:
            return inside
        return Choice(remarks=remarks or [f"No notebook was handed in, only {_listed(rest)}."])
    ranked = sorted(range(len(found)), key=lambda i: (is_of(homework, found[i].data), i))
    searched = set(ranked[-MAX_SEARCHED:])
    if len(found) > MAX_SEARCHED:
        remarks.append(
            f"Of {len(found)} notebooks, answers were looked for only in the newest {MAX_SEARCHED}."
        )
    blank = [
        len(found) > 1 and (i not in searched or inspection.answers(found[i].data) == 0)
        for i in reversed(range(len(found)))  # while there is time, the newest are searched
    ][::-1]
    best = max(range(len(found)), key=lambda i: (*_preference(found[i], homework, blank[i]), i))
    chosen = found.pop(best)
    later = range(best + 1, len(blank))
    if passed_over := [found[i - 1].file for i in later if blank[i] and i in searched]:
        remarks.append(f"No answers in {_listed(passed_over)}.")
    if not chosen.file.name.lower().endswith(".ipynb"):
        remarks.append(f"The notebook was handed in as {quoted(chosen.file.name)}.")
    if found:
        remarks.append(f"Also handed in: {_listed([each.file for each in found])}.")
    if rest:
        remarks.append(f"Other files: {_listed(rest)}.")
    return Choice(chosen, found, remarks)


def _candidates(files: list[File]) -> tuple[list[Candidate], list[str]]:
    found, remarks, left = [], [], MAX_TOGETHER
    for file in reversed(files):  # if they are too much together, the newest count
        named = NOTEBOOK_NAME.search(file.name)
        if not named and not _PERHAPS.search(file.name):
            continue
        try:
            if left < file.size <= MAX_FILE:
                raise Unreadable(TOO_MUCH)
            data = file.read()
        except Unreadable as reason:
            remarks += [f"{quoted(file.name)} could not be read. {reason}"] if named else []
            continue
        left -= len(data)
        if (named and not data.startswith(ZIP_BEGINS)) or (not named and b'"cells"' in data):
            found.append(Candidate(file, data))
    return found[::-1], remarks[::-1]


def _preference(candidate: Candidate, homework: str, is_blank: bool) -> tuple:
    name = candidate.file.name.lower()
    return (
        is_of(homework, candidate.data),
        not is_blank,
        name.endswith(".ipynb"),
        homework in name,
    )


def _inside(files: list[File], homework: str) -> Choice | None:
    """The notebook in the only zip that was handed in, if there is no doubt which it is."""
    zips = [file for file in files if file.begins_with(ZIP_BEGINS) and not _is_office(file)]
    if len(zips) != 1:
        return None
    (archive,) = zips
    name = quoted(archive.name)
    try:
        with opened_inside(name, archive.read()) as inside:
            found, remarks = _candidates(inside)
    except (BadDownload, Unreadable) as reason:
        return Choice(remarks=[f"No notebook was handed in, only a zip: {reason}"])
    fitting = [each for each in found if is_of(homework, each.data)] or found
    if len(fitting) == 1:
        upload = {"number": archive.number, "written": archive.written, "origin": archive.origin}
        file = replace(fitting[0].file, **upload)  # not what the student's own zip says
        notebook = Candidate(file, fitting[0].data)
        remark = f"The notebook is {quoted(file.name)} in {name}."
        return Choice(notebook, remarks=[remark, *remarks])
    if found:
        there = _listed([each.file for each in found])
        put = f"Put the right one into submitted/STUDENT/{homework}/, as {homework}.ipynb."
        return Choice(remarks=[f"{name} holds several notebooks: {there}. {put}"])
    return Choice(remarks=[f"No notebook was handed in: there is none in {name} either.", *remarks])


def _is_office(file: File) -> bool:
    return re.search(r"\.(docx|xlsx|pptx|odt|ods|pages|npz|pt|pth)$", file.name, re.I) is not None


def _listed(files: list[File]) -> str:
    return first_of([quoted(file.name) for file in files], MAX_LISTED)
