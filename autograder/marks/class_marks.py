"""Lists everybody in a class with their mark in one homework, or the reason why there is none."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.collect.graded_version import version_in_place
from autograder.grading.journal import Journal, JournalEntry
from autograder.notebook.exercises import Exercises
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.on_nbgrader.recorded_scores import RecordedSubmission
from autograder.people.roster import Roster
from autograder.people.student import Student
from autograder.rules.policy import Policy
from autograder.rules.policy_file import policy_of


class NoMark(StrEnum):
    """Why a student has no mark, in short."""

    NOT_HANDED_IN = "not handed in"
    EXCUSED = "excused"  # nothing was handed in, and nothing had to be
    NOT_GRADED = "not graded yet"
    FAILED = "could not be graded"
    WAITING = "to be graded by hand"
    NO_TOTAL = "no total"  # of a term


@dataclass(frozen=True)
class Mark:
    """One student's mark in a homework, or why there is none."""

    student: Student  # from the class list or, if not in it, as the gradebook knows them
    # What the gradebook has; None without a submission there.
    recorded: RecordedSubmission | None = None
    # The journal's entry on grading it; None if `autograder grade` never tried to.
    entry: JournalEntry | None = None
    no_mark: NoMark | None = None  # why there is no mark; None if there is one
    details: str = ""  # what else is known about the reason, in words
    handed_in_at: datetime | None = None  # if a system or a person has recorded it
    late: bool | None = None  # whether it was late; None if no due time is known
    listed: bool = True  # whether the student is in the class list, if there is one

    @property
    def is_missing(self) -> bool:
        """Whether nothing was handed in."""
        return self.no_mark in (NoMark.NOT_HANDED_IN, NoMark.EXCUSED)

    @property
    def is_of_earlier(self) -> bool:
        """Whether only an earlier submission was graded, because the newest cannot be."""
        return self.no_mark is NoMark.FAILED and self.recorded is not None

    @property
    def value(self) -> float | None:
        """The mark in points, less the late penalty; None if there is none."""
        return None if self.no_mark or not self.recorded else self.recorded.mark

    @property
    def why_none(self) -> str:
        """Why there is no mark, in words; empty if there is one. For a total, these are just the
        details."""
        if self.no_mark in (None, NoMark.NO_TOTAL):
            return self.details
        return f"{self.no_mark}: {self.details}" if self.details else self.no_mark


@dataclass(frozen=True)
class ClassMarks:
    """The marks of one homework in a class."""

    classroom: Classroom
    homework: str
    exercises: Exercises  # empty if none of it has been graded
    # First those of people in the class list, in its order, then those of all others, by id.
    marks: list[Mark]

    def __iter__(self) -> Iterator[Mark]:
        return iter(self.marks)

    def refuse_ungraded(self) -> None:
        """Raises Failure if the gradebook has nothing about the homework."""
        if self.exercises:
            return
        grade = self.classroom.command("grade", self.homework)
        if any(mark.entry and not mark.entry.failure for mark in self.marks):
            raise Failure(
                f"{self.homework} was graded, but this gradebook has no marks for it. If another "
                "database has them, name it with --db-url or in GRADEBOOK_URL. Otherwise grade "
                f"again: {grade}"
            )
        raise Failure(none_graded(self.classroom, self.homework))


def class_marks(classroom: Classroom, homework: str) -> ClassMarks:
    """The marks of a homework. This reads everything that was handed in, so commands should call it
    only once.

    Raises:
        BadRoster: the class list cannot be read.
        Failure: policy.toml or extensions.csv cannot be used.
    """
    book, policy = ClassGradebook(classroom), policy_of(classroom)
    exercises = book.exercises(homework)
    titles = exercises.titles
    records, people = book.recorded_submissions(homework), book.people()
    entries = Journal(classroom, homework).latest
    handed_in = set(classroom.students(homework))
    roster = Roster.of(classroom)
    others = (handed_in | set(records) | set(people)) - roster.by_id.keys()
    students = [*roster.students, *(people.get(each, Student(each)) for each in sorted(others))]
    marks = []
    for student in students:
        recorded, entry = records.get(student.id), entries.get(student.id)
        is_handed_in = student.id in handed_in
        no_mark, details = _why_no_mark(recorded, entry, titles, is_handed_in=is_handed_in)
        if no_mark is NoMark.NOT_HANDED_IN and policy.is_excused(student.id, homework):
            no_mark = NoMark.EXCUSED
        at, late = _time_handed_in(classroom, homework, student.id, recorded, policy)
        is_listed = not roster.students or student.id in roster.by_id
        marks.append(Mark(student, recorded, entry, no_mark, details, at, late, is_listed))
    return ClassMarks(classroom, homework, exercises, marks)


def _why_no_mark(
    recorded: RecordedSubmission | None,
    entry: JournalEntry | None,
    titles: dict[str, str],
    *,
    is_handed_in: bool,
) -> tuple[NoMark | None, str]:
    """Why there is no mark, and the details; None if there is one."""
    if is_handed_in and entry and entry.failure:
        before = (
            f" The gradebook has {recorded.mark:g} for an earlier submission." if recorded else ""
        )
        return NoMark.FAILED, f"{entry.failure}{before}"
    if recorded is None:
        return (NoMark.NOT_GRADED if is_handed_in else NoMark.NOT_HANDED_IN), ""
    if recorded.waiting:
        return NoMark.WAITING, ", ".join(titles.get(each, each) for each in recorded.waiting)
    return None, ""


def _time_handed_in(
    classroom: Classroom,
    homework: str,
    student: str,
    recorded: RecordedSubmission | None,
    policy: Policy,
) -> tuple[datetime | None, bool | None]:
    """The time of submission, and whether it was late.

    If a system says only that it was late, `collect` gives nbgrader an assumed time, which is not
    shown.
    """
    recorded_at, late = (recorded.handed_in_at, recorded.late) if recorded else (None, None)
    version = version_in_place(classroom, homework, student)
    if version is None:
        return recorded_at, late
    at = version.at
    if late is None:  # not graded yet; the rules may have changed since it was collected
        late = policy.is_late(student, homework, at, otherwise=version.late)
    return at, late


def why_ungraded(classroom: Classroom, homework: str, student: str) -> str:
    """Why a student has no graded submission, in a sentence on what to do."""
    tried = Journal(classroom, homework).latest.get(student)
    if tried and tried.failure:
        return f"{student}'s {homework} could not be graded: {tried.failure}"
    return f"{student}'s {homework} is not graded. First: {classroom.command('grade', homework)}"


def none_graded(classroom: Classroom, homework: str) -> str:
    """What to do if no submission of a homework is graded."""
    return f"No submission of {homework} is graded. First: {classroom.command('grade', homework)}"
