"""Calls nbgrader's Python API for one class, and raises exceptions that say what went wrong."""

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import nbformat
import nbgrader.api as api
from nbformat import NotebookNode
from nbgrader.api import Grade, Gradebook, SubmittedAssignment, SubmittedNotebook
from nbgrader.apps import NbGraderAPI

from autograder.base.failure import Failure
from autograder.base.paths import RELEASED, Classroom
from autograder.base.timestamps import usable
from autograder.on_nbgrader.settings import COURSE_ID, configured
from autograder.people.roster import Roster
from autograder.people.student import Student
from autograder.rules.policy import Policy
from autograder.rules.policy_file import policy_of

_ROUNDING = 1e-6  # points; no two marks that people give are closer


class NbgraderFailed(Failure):
    """A step of nbgrader failed. The message is the reason in one line; `log` is the full log."""

    def __init__(self, reason: str, log: str):
        super().__init__(reason)
        self.log = log


@dataclass(frozen=True)
class RecordedSubmission:
    """One submission, as the gradebook has it."""

    # The score of each graded check, with extra credit; None for what is still to be graded.
    scores: dict[str, float | None]
    mark: float  # less the late penalty, as `nbgrader export` gives it
    extra: float = 0.0  # how many of these points are extra credit
    penalty: float = 0.0  # what is taken off for being late
    handed_in: datetime | None = None  # when, if that is known
    # Whether that is after the due time in `policy.toml` or else in nbgrader; None if there is no
    # due time, or if it is not known when.
    late: bool | None = None
    # The scores that checks themselves gave, where a person has changed them.
    changed: dict[str, float] = field(default_factory=dict)
    to_look_at: tuple[str, ...] = ()  # the checks whose manual score is older than the last grading
    # Comments by people, by cell.
    comments: dict[str, str] = field(default_factory=dict)

    @property
    def waiting(self) -> list[str]:
        """The checks that wait for a person."""
        return [check for check, score in self.scores.items() if score is None]


class Nbgrader:
    """The steps of nbgrader that the autograder takes, for one class."""

    def __init__(self, classroom: Classroom, *, release_to: Path = RELEASED):
        self.classroom = classroom
        classroom.folder.mkdir(parents=True, exist_ok=True)
        self.config = configured(classroom, release_to=release_to)
        self._api = NbGraderAPI(config=self.config)
        self._api.log_level = "WARN"

    def generate(self, homework: str) -> None:
        """Makes the released notebook from its source, and enters it in the gradebook."""
        _demand(self._api.generate_assignment(homework, force=True, create=True))

    def autograde(self, homework: str, student: str) -> None:
        """Runs one student's notebook, again if need be, and records the marks in the gradebook."""
        _demand(self._api.autograde(homework, student, force=True, create=True))

    def feedback(self, homework: str, student: str) -> None:
        """Writes one student's feedback page."""
        _demand(self._api.generate_feedback(homework, student, force=True))

    def hand_in(self, student: str, homework: str, notebook: NotebookNode) -> None:
        """Puts a notebook where a student's submission belongs."""
        path = self.classroom.submission(student, homework)
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)

    def gradebook(self) -> Gradebook:
        """The class's gradebook; close it by using it in a `with`."""
        return Gradebook(self.classroom.gradebook_url, COURSE_ID)

    def knows(self, homework: str) -> bool:
        """Whether a homework is in the gradebook."""
        with self.gradebook() as book:
            return book.db.query(api.Assignment).filter_by(name=homework).first() is not None

    def submitted(self, homework: str) -> set[str]:
        """The students whose submissions are in the gradebook."""
        with self.gradebook() as book:
            return {entry.student_id for entry in book.assignment_submissions(homework)}

    def homeworks_of(self, student: str) -> set[str] | None:
        """The homeworks for which the gradebook has a student's submission; None for an unknown
        student."""
        with self.gradebook() as book:
            entry = book.db.get(api.Student, student)
            return None if entry is None else {each.assignment.name for each in entry.submissions}

    def recorded_submissions(self, homework: str) -> dict[str, RecordedSubmission]:
        """All submissions of a homework that are in the gradebook, by student."""
        policy = policy_of(self.classroom)
        with self.gradebook() as book:
            submissions = book.assignment_submissions(homework)
            return {entry.student_id: _recorded(entry, policy) for entry in submissions}

    def people(self) -> dict[str, Student]:
        """The students in the gradebook, by id, with what it knows about them."""
        with self.gradebook() as book:
            return {student.id: _student(student) for student in book.students}

    def enter_names(self, roster: Roster) -> None:
        """Copies the students' names and addresses from the class list into the gradebook. If
        several have the same name, their ids are added to the family names, for formgrader's lists.
        """
        if not roster.students:
            return
        listed = {student.id: student for student in roster.students}
        times = Counter(student.name.casefold() for student in roster.students)
        for student in roster.students:
            if student.name and times[student.name.casefold()] > 1:
                listed[student.id] = replace(student, last=f"{student.last} ({student.id})".strip())
        with self.gradebook() as book:
            for entry in book.students:
                student = listed.get(entry.id, Student(entry.id))
                names = {"first_name": student.first, "last_name": student.last}
                for column, value in (names | {"email": student.email}).items():
                    if value:  # PostgreSQL refuses what is longer than its column
                        setattr(entry, column, value[: getattr(api.Student, column).type.length])
            book.db.commit()


def _student(entry: api.Student) -> Student:
    first, last = entry.first_name or "", entry.last_name or ""
    return Student(entry.id, f"{first} {last}".strip(), first, last, entry.email or "")


def _demand(result: dict) -> None:
    if not result["success"]:
        log = result.get("log", "") + result.get("error", "")
        raise NbgraderFailed(_reason(log), log)


def _recorded(submission: SubmittedAssignment, policy: Policy) -> RecordedSubmission:
    (notebook,) = submission.notebooks
    penalty = submission.late_submission_penalty or 0.0
    at, assignment = submission.timestamp, submission.assignment
    at = usable(at and at.replace(tzinfo=UTC))
    late = policy.is_late(submission.student_id, assignment.name, at)
    if late is None and at and assignment.duedate:
        late = at > assignment.duedate.replace(tzinfo=UTC)
    grades = list(notebook.grades)
    by_checks = {grade.name: changed_from(grade) for grade in grades}
    return RecordedSubmission(
        scores=scores_of(notebook),
        extra=sum(map(_extra_in, grades)),
        penalty=penalty,
        mark=max(0.0, submission.score - penalty),
        handed_in=at,
        late=late,
        changed={name: score for name, score in by_checks.items() if score is not None},
        to_look_at=tuple(
            grade.name
            for grade in grades
            if grade.needs_manual_grade and score_of(grade) is not None
        ),
        comments={
            comment.name: comment.manual_comment
            for comment in notebook.comments
            if comment.manual_comment
        },
    )


def scores_of(notebook: SubmittedNotebook) -> dict[str, float | None]:
    """The score of each graded cell, extra credit included; None for one that has none yet."""
    return {grade.name: score_of(grade) for grade in notebook.grades}


def score_of(grade: Grade) -> float | None:
    """A grade's score; None if there is none yet, for which nbgrader itself says 0."""
    is_graded = grade.auto_score is not None or grade.manual_score is not None
    return grade.score if is_graded else None


def _extra_in(grade: Grade) -> float:
    """How much of a score is extra credit: by the author, who made the question worth 0 points, or
    by the person who graded it."""
    points = grade.extra_credit if grade.max_score else grade.score
    return max(0.0, points or 0.0)


def are_same_points(points: float, others: float) -> bool:
    """Whether two numbers of points are the same, up to rounding."""
    return abs(points - others) < _ROUNDING


def changed_from(grade: Grade) -> float | None:
    """The score that the check itself gave, if a person has changed the score; else None."""
    has_check = grade.auto_score is not None and grade.cell.cell_type == "code"
    return grade.auto_score if has_check and grade.auto_score != grade.score else None


def add_missing_rows(book: Gradebook, notebook: api.Notebook) -> None:
    """Gives each submission a row for each graded or solution cell, as nbgrader does for
    submissions that come after the cells. This does not commit."""
    for row, cells in ((Grade, notebook.grade_cells), (api.Comment, notebook.solution_cells)):
        for cell in cells:
            with_row = {
                entry.notebook_id for entry in book.db.query(row).filter_by(cell_id=cell.id)
            }
            book.db.add_all(
                row(cell_id=cell.id, notebook=submission)
                for submission in notebook.submissions
                if submission.id not in with_row
            )


def _reason(log: str) -> str:
    """The most telling line of an nbgrader log: the exception, else the first error."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    exceptions = [
        line for line in lines if re.match(r"[\w.]+(?:Error|Failure|NotMade|Unreadable): ", line)
    ]
    errors = [line.split("]", 1)[-1].strip() for line in lines if "ERROR]" in line]
    best = exceptions[-1:] or errors or lines or ["nbgrader gave no reason"]
    return best[0][:300]
