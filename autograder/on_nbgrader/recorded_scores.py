"""Reads what the gradebook has recorded about submissions."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from nbgrader.api import (
    Assignment,
    Grade,
    Gradebook,
    GradeCell,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy.orm import selectinload, undefer

from autograder.base.timestamps import usable_time
from autograder.rules.policy import Policy

_ROUNDING = 1e-6  # points; no two marks that people give are closer


@dataclass(frozen=True)
class RecordedSubmission:
    """One submission, as the gradebook has it."""

    # The score of each graded check, with extra credit; None for what is still to be graded.
    scores: dict[str, float | None]
    mark: float  # after the late penalty, as in `nbgrader export`
    extra: float = 0.0  # how many of these points are extra credit
    penalty: float = 0.0  # what is taken off for being late
    handed_in_at: datetime | None = None  # None if it is not known
    # Whether that is after the due time, which is in `policy.toml` or else in nbgrader. None if
    # either time is not known. False for a student who is excused.
    late: bool | None = None
    # The scores that checks gave, where a person has changed them.
    changed: dict[str, float] = field(default_factory=dict)
    to_look_at: tuple[str, ...] = ()  # the checks whose manual score is older than the last grading
    # Comments by people, by cell.
    comments: dict[str, str] = field(default_factory=dict)

    @property
    def waiting(self) -> list[str]:
        """The checks that wait for a person."""
        return [check for check, score in self.scores.items() if score is None]


def whole_submissions(book: Gradebook, homework: str) -> list[SubmittedAssignment]:
    """The submissions of a homework, with all that `recorded_submission` reads. This takes as many
    queries for a class as for one student. By default, SQLAlchemy would make six per student."""
    submissions = book.db.query(SubmittedAssignment).join(Assignment).filter_by(name=homework)
    notebooks = selectinload(SubmittedAssignment.notebooks)
    cells = selectinload(Grade.cell.of_type(GradeCell))
    return submissions.options(
        undefer(SubmittedAssignment.score),
        undefer(SubmittedAssignment.late_submission_penalty),
        notebooks.selectinload(SubmittedNotebook.grades).options(cells),
        notebooks.selectinload(SubmittedNotebook.comments),
    ).all()


def recorded_submission(submission: SubmittedAssignment, policy: Policy) -> RecordedSubmission:
    """What an entry of the gradebook says about a submission."""
    (notebook,) = submission.notebooks
    penalty = submission.late_submission_penalty or 0.0
    at, assignment = submission.timestamp, submission.assignment
    at = usable_time(at and at.replace(tzinfo=UTC))
    late = policy.is_late(submission.student_id, assignment.name, at)
    if late is None and at and assignment.duedate:
        late = at > assignment.duedate.replace(tzinfo=UTC)
    grades = list(notebook.grades)
    by_checks = {grade.name: changed_from(grade) for grade in grades}
    return RecordedSubmission(
        scores=scores_of(notebook),
        extra=sum(map(_extra_in, grades)),
        penalty=penalty,
        mark=less_penalty(submission.score, penalty),
        handed_in_at=at,
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


def hand_in_times(book: Gradebook, submission: SubmittedAssignment) -> dict[str, datetime | None]:
    """When a student handed in each homework; None where that is not known."""
    query = book.db.query(SubmittedAssignment).filter_by(student_id=submission.student_id)
    times: dict[str, datetime | None] = {}
    for other in {*query, submission}:
        time = other.timestamp
        times[other.assignment.name] = time and time.replace(tzinfo=UTC)
    return times


def scores_of(notebook: SubmittedNotebook) -> dict[str, float | None]:
    """The score of each graded cell, extra credit included; None for one that has none yet."""
    return {grade.name: score_of(grade) for grade in notebook.grades}


def score_of(grade: Grade) -> float | None:
    """A grade's score; None if there is none yet, where nbgrader itself says 0."""
    is_graded = grade.auto_score is not None or grade.manual_score is not None
    return grade.score if is_graded else None


def _extra_in(grade: Grade) -> float:
    """How much of a score is extra credit. Either the author made the question worth 0 points, so
    all of it is, or the person who graded it gave extra credit."""
    # The cell has already been read. `grade.max_score` would query the gradebook for each grade.
    points = grade.extra_credit if grade.cell.max_score else grade.score
    return max(0.0, points or 0.0)


def less_penalty(score: float, penalty: float) -> float:
    """The mark for a score, in points: less the late penalty, but never below 0."""
    return max(0.0, score - penalty)


def are_same_points(points: float, others: float) -> bool:
    """Whether two numbers of points are the same, up to rounding."""
    return abs(points - others) < _ROUNDING


def changed_from(grade: Grade) -> float | None:
    """The score that the check gave, if a person has changed the score; else None."""
    has_check = grade.auto_score is not None and grade.cell.cell_type == "code"
    return grade.auto_score if has_check and grade.auto_score != grade.score else None
