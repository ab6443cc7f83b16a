"""Grades a class: submissions go to the workers, marks into the gradebook, a line into the
journal."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.base.paths import TIMESTAMP, Classroom, released
from autograder.base.visible import json_text
from autograder.grading import journal
from autograder.grading.cluster import GradingTask, Result, workers_of
from autograder.grading.draws import Draws
from autograder.grading.gradebook import MarksWriter
from autograder.grading.homework import enter_assignment, is_entered, refuse_unreleased
from autograder.grading.journal import Entry, Journal
from autograder.grading.preprocess import SandboxedExecute
from autograder.handed_in.finding import find_submission
from autograder.handed_in.unreadable import Unreadable
from autograder.judge.owner import Owner
from autograder.notebook.cells import grade_id, is_graded, is_solution
from autograder.notebook.read_released import read_released
from autograder.notebook.set_up import asks_for_id
from autograder.on_nbgrader.nbgrader_api import Nbgrader
from autograder.on_nbgrader.one_path import time_noted
from autograder.people.roster import Roster, everybody
from autograder.people.roster_file import BadRoster
from autograder.sandbox import bubblewrap
from autograder.sandbox.host import zygote
from autograder.sandbox.limits import Limits
from autograder.sandbox.view import check_hidden
from autograder.terminal.trouble import befalls_all

CLASS_LIST = "the class list"  # in the journal, with marks that depend on who is in it
FORCED = "you asked for it with --force"  # why it is graded again


@dataclass(frozen=True)
class GradingOutcome:
    """The outcome of grading one student."""

    entry: Entry  # what the journal says about it
    is_new: bool = True  # False if it had been graded before, and nothing has changed since
    # Why it was graded again, in a sentence, if nobody has handed it in again or asked for that.
    again: str = ""

    @property
    def student(self) -> str:
        """The student's id."""
        return self.entry.student

    @property
    def failure(self) -> str:
        """A sentence on why it could not be graded; empty if it could."""
        return self.entry.failure


OnOutcome = Callable[[GradingOutcome], None]  # called with each outcome


def grade(
    classroom: Classroom,
    assignment: str,
    *,
    students: list[str] | None = None,
    force: bool = False,
    scheduler: str | None = None,
    workers: int | None = None,
    unsafe: bool = False,
    progress: OnOutcome = lambda outcome: None,
) -> list[GradingOutcome]:
    """Grades the submissions of a homework and enters the marks.

    It can be interrupted at any time and started again: what is done is not done twice.

    Args:
        students: only these; all who handed in by default.
        force: grade again what has been graded and has not changed since.
        scheduler: the address of a Dask scheduler; None to use this machine.
        workers: how many submissions are under way at once on this machine; see `workers_of`.
        unsafe: without a sandbox, with all permissions of the user who grades.

    Raises:
        Failure: the homework is not released, or its text has changed since. Nothing was graded.
        NoSandbox: there is none, and `unsafe` is not set.
        ClusterFailed: the workers cannot be used.
        NbgraderFailed: the homework could not be entered in the gradebook.
    """
    if not released(assignment).exists():
        raise Failure(f"{assignment} is not released. First: autograder release {assignment}")
    nbgrader = Nbgrader(classroom)
    settings = SandboxedExecute(config=nbgrader.config)
    unsafe = unsafe or settings.allow_unsafe
    here = scheduler is None and not unsafe
    if here:
        bubblewrap.check()
        check_hidden(classroom.folder)
    run = _Grading(nbgrader, assignment, settings.limits, unsafe, force, progress)
    students = classroom.students(assignment) if students is None else students
    waiting = [student for student in students if not run.is_final(student)]
    if waiting:
        if here:
            zygote().begin()  # its imports take as long as what follows here
        run.grade(waiting, scheduler, workers)
    with suppress(BadRoster):  # the reports say so
        nbgrader.enter_names(Roster.of(classroom))
    return sorted(run.outcomes, key=lambda outcome: outcome.student)


class _Grading:
    """One run over the submissions of a homework.

    Attributes:
        outcomes: of the submissions so far.
    """

    def __init__(
        self,
        nbgrader: Nbgrader,
        assignment: str,
        limits: Limits,
        unsafe: bool,
        force: bool,
        progress: OnOutcome,
    ):
        self.nbgrader, self.classroom, self.assignment = nbgrader, nbgrader.classroom, assignment
        self.limits, self.unsafe, self.force, self.progress = limits, unsafe, force, progress
        self.outcomes: list[GradingOutcome] = []
        self.ingredients = journal.ingredients(assignment, limits, unsafe)
        self.version = journal.grading_version(assignment, limits, unsafe)
        self.has_variants = asks_for_id(read_released(released(assignment)))
        self.journal = Journal(self.classroom, assignment)
        # By student, and whether the marks depend on who else is in the class.
        self.keys: dict[tuple[str, bool], str] = {}
        self.files: dict[str, Path] = {}
        self.because: dict[str, str] = {}  # why it is graded again, by student

    def grade(self, students: list[str], scheduler: str | None, workers: int | None) -> None:
        """Grades the submissions of some students and enters the marks."""
        refuse_unreleased(self.assignment)
        if not is_entered(self.nbgrader, self.assignment):
            enter_assignment(self.nbgrader, self.assignment)
        recorder = closing(MarksWriter(self.nbgrader))
        with workers_of(scheduler, workers) as graders, recorder as self.recorder:
            for result in graders.grade(self._tasks(students)):
                self._done(self.record(result))

    def _done(self, outcome: GradingOutcome) -> None:
        self.outcomes.append(outcome)
        self.progress(outcome)

    def is_final(self, student: str) -> bool:
        """Whether there is nothing to grade: it is done already, or there is no notebook."""
        try:
            self.files[student] = find_submission(
                self.classroom.submission(student, self.assignment).parent, self.assignment
            )
            data = self.files[student].read_bytes()
            handed_in = self._handed_in(student)
        except (Unreadable, OSError) as reason:
            self._done(self._cannot_be_read(student, str(reason)))
            return True
        entry = self.journal.latest.get(student)
        for is_compared in (False, True):
            version = " ".join(self._using(student, is_compared).values())
            key = journal.submission_key(version, data, handed_in)
            self.keys[student, is_compared] = key
        if entry is None:
            return False
        was_compared = CLASS_LIST in entry.using
        using = self._using(student, was_compared)
        if entry.key != self.keys[student, was_compared]:
            if entry.is_of(data, handed_in):
                self.because[student] = journal.changed(entry.using, using)
            else:
                self.because[student] = journal.HANDED_IN_AGAIN
            return False
        if self.force:
            self.because[student] = FORCED
            return False
        if not entry.failure and not self._is_recorded(student):
            self.because[student] = "the marks or the graded notebook were missing"
            return False
        self._done(GradingOutcome(entry, is_new=False))
        return True

    def _tasks(self, students: list[str]) -> Iterator[GradingTask]:
        """The tasks, in order; each file is read when its turn comes."""
        draws = Draws(self.classroom, self.assignment)
        for student in students:
            try:
                data = self.files[student].read_bytes()
            except OSError as error:
                reason = f"The file cannot be read: {error}"
                self._done(self._failed(student, reason, is_certain=False))
                continue
            yield GradingTask(
                student,
                self.assignment,
                data,
                series=draws.series_for(data),
                limits=self.limits,
                unsafe=self.unsafe,
                version=self.version,
                owner=Owner.of(student, self._everybody),
            )

    def record(self, result: Result) -> GradingOutcome:
        """Writes the graded notebook, enters the marks, and then the line in the journal."""
        student = result.student
        if result.failure:
            return self._failed(student, result.failure, result.is_certain)
        graded, notebook = result.graded, result.graded.notebook
        path = self.classroom.autograded(student, self.assignment)
        try:
            handed_in = self._handed_in(student)
            entered = self.recorder.record(
                student, self.assignment, notebook, handed_in, _same_answers(path, notebook)
            )
            write_whole(path, nbformat.v4.writes(notebook) + "\n")
            if handed_in:
                write_whole(path.with_name(TIMESTAMP), handed_in)
        except Exception as error:  # one student's row must not stop the others
            if befalls_all(error):
                raise
            reason = f"The marks could not be entered: {error}"[:500]
            return self._failed(student, reason, is_certain=False)
        entry = Entry(
            student,
            self.keys[student, graded.is_compared],
            entered.score,
            mended=graded.notes.mended,
            flags=graded.notes.flags,
            stopped=graded.notes.stopped,
            seconds=graded.notes.seconds,
            using=self._using(student, graded.is_compared),
            before=entered.before,
            penalties=list(entered.penalties),
            changes={name: list(marks) for name, marks in entered.changes.items()},
            because=self.because.get(student, ""),
        )
        self.journal.write(entry)
        is_expected = entry.because in (journal.HANDED_IN_AGAIN, FORCED)
        return GradingOutcome(entry, again="" if is_expected else entry.because)

    def _failed(self, student: str, reason: str, is_certain: bool = True) -> GradingOutcome:
        key = self.keys.get((student, False), "") if is_certain else ""  # no key: it is tried again
        entry = Entry(student, key, failure=reason, using=self._using(student))
        self.journal.write(entry)
        return GradingOutcome(entry)

    def _cannot_be_read(self, student: str, reason: str) -> GradingOutcome:
        """The outcome where there is nothing to grade; written unless it was the last one, too."""
        before = self.journal.latest.get(student)
        if before and (before.key, before.failure) == ("", reason):
            return GradingOutcome(before, is_new=False)
        return self._failed(student, reason)

    def _using(self, student: str, is_compared: bool = False) -> dict[str, str]:
        """All that a student's mark depends on, except for the submission."""
        own = {"the student's id": student} if self.has_variants else {}
        listed = {CLASS_LIST: self._class_list} if is_compared else {}
        return self.ingredients | own | listed

    @cached_property
    def _class_list(self) -> str:
        """A hash of who is in the class."""
        return journal.hash_of(sorted(self._everybody.items()))

    @cached_property
    def _everybody(self) -> dict[str, str]:
        """Who has each id, if that matters."""
        return everybody(self.classroom, self.assignment) if self.has_variants else {}

    def _handed_in(self, student: str) -> str | None:
        return time_noted(self.classroom.submission(student, self.assignment).parent)

    @cached_property
    def _recorded(self) -> set[str]:
        return self.nbgrader.submitted(self.assignment)

    def _is_recorded(self, student: str) -> bool:
        graded = self.classroom.autograded(student, self.assignment)
        return graded.exists() and student in self._recorded


def _same_answers(graded_before: Path, notebook: NotebookNode) -> frozenset[str]:
    """The cells graded by people that have not changed since the student was last graded."""
    if not graded_before.exists():
        return frozenset()
    before = _answers(nbformat.read(graded_before, as_version=4))
    return frozenset(name for name, text in _answers(notebook).items() if before.get(name) == text)


def _answers(notebook: NotebookNode) -> dict[str, str]:
    return {
        grade_id(cell): cell.source
        for cell in notebook.cells
        if is_graded(cell) and is_solution(cell)
    }


def as_rows(outcomes: list[GradingOutcome]) -> str:
    """The outcomes as JSON, for scripts: a row for each student."""
    rows = [{"new": o.is_new, "again": o.again, **vars(o.entry)} for o in outcomes]
    return json_text(rows)
