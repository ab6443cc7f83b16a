"""Everybody in a class with their mark in one homework, or the reason why there is none."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from autograder.base.files import sha256
from autograder.base.paths import Classroom
from autograder.collect.versions import Shelf
from autograder.grading.journal import Journal, JournalEntry
from autograder.handed_in.finding import find_submission
from autograder.handed_in.unreadable import Unreadable
from autograder.on_nbgrader.nbgrader_api import Nbgrader, Recorded
from autograder.people.roster import Roster
from autograder.people.student import Student
from autograder.reports.exercises import exercises_of
from autograder.rules.policy import Policy
from autograder.rules.policy_file import policy_of

NOT_HANDED_IN = "not handed in"
EXCUSED = "excused"
_MARKS_ON_PAGE = re.compile(rb'<meta name="marks" content="([-\d.e]+) ([-\d.e]+)">')


@dataclass(frozen=True)
class Mark:
    """One student's mark."""

    student: Student  # from the roster, else as the gradebook knows them
    recorded: Recorded | None = None  # what the gradebook has; None without a submission there
    # The journal's entry on grading it; None if `autograder grade` never tried to.
    entry: JournalEntry | None = None
    why: str = ""  # why there is no mark, in a sentence; empty if there is one
    at: datetime | None = None  # when it was handed in, if a system has recorded it
    late: bool | None = None  # whether it was late; None if no due time is known
    listed: bool = True  # whether the student is in the class list, if there is one

    @property
    def is_missing(self) -> bool:
        """Whether nothing was handed in."""
        return self.why in (NOT_HANDED_IN, EXCUSED)

    @property
    def score(self) -> float | None:
        """The mark, as `nbgrader export` gives it; None if there is none."""
        return None if self.why else self.recorded.score


def class_marks(classroom: Classroom, homework: str) -> list[Mark]:
    """The marks of a homework: people in the roster in its order, then all others by id. It reads
    all that was handed in, so commands call it once.

    Raises:
        BadRoster: the class list cannot be read.
        Failure: policy.toml or extensions.csv cannot be used.
    """
    nbgrader, policy = Nbgrader(classroom), policy_of(classroom)
    titles = {each.id: each.title for each in exercises_of(classroom, homework, needed=False)}
    recorded, people = nbgrader.recorded(homework), nbgrader.people()
    entries = Journal(classroom, homework).latest
    handed_in = set(classroom.students(homework))
    roster = Roster.of(classroom).students
    others = (handed_in | set(recorded) | set(people)) - {student.id for student in roster}
    students = [*roster, *(people.get(id, Student(id)) for id in sorted(others))]
    marks = []
    for student in students:
        found, entry = recorded.get(student.id), entries.get(student.id)
        why = _why_no_mark(found, entry, student.id in handed_in, titles)
        if why == NOT_HANDED_IN and policy.is_excused(student.id, homework):
            why = EXCUSED
        at, late = _time_handed_in(classroom, homework, student.id, found, policy)
        is_listed = not roster or student in roster
        marks.append(Mark(student, found, entry, why, at, late, is_listed))
    return marks


def reasons_without_page(
    homework: str, marks: Iterable[Mark], graded: list[str], chosen: list[str] | None
) -> dict[str, list[str]]:
    """Why students have no feedback page, each reason with the students.

    Args:
        graded: the students who have one.
        chosen: only these; all by default.
    """
    found: dict[str, list[str]] = {}
    for mark in marks:
        student = mark.student.id
        if student not in graded and student in (chosen or [student]):
            why = mark.why or f"to be graded again: autograder grade {homework}"
            found.setdefault(why, []).append(student)
    return found


def outdated_pages(classroom: Classroom, homework: str, marks: Iterable[Mark]) -> list[str]:
    """The students whose feedback page shows another mark or late penalty than the gradebook now
    has."""
    found = []
    for mark in marks:
        page = classroom.feedback(mark.student.id, homework)
        if mark.recorded is None or not page.exists():
            continue
        with page.open("rb") as file:
            shown = _MARKS_ON_PAGE.search(file.read(5000))
        now = (mark.recorded.score, mark.recorded.penalty)
        if shown and any(
            abs(max(0.0, float(a)) - b) > 1e-6 for a, b in zip(shown.groups(), now, strict=True)
        ):
            found.append(mark.student.id)
    return found


def change_in_words(entry: JournalEntry, titles: dict[str, str]) -> list[str]:
    """Sentences on marks that grading again has changed, old and new, and why; empty if none."""
    penalty_before, penalty = entry.penalties
    same = entry.before == entry.score and abs(penalty_before - penalty) < 1e-9
    if entry.before is None or (same and not entry.changes):
        return []
    each = ", ".join(
        f"{titles.get(name, name)} {_mark_in_words(then)} → {_mark_in_words(now)}"
        for name, (then, now) in entry.changes.items()
    )
    why = f", because {entry.because}" if entry.because else ""
    then, now = _less(entry.before, penalty_before), _less(entry.score, penalty)
    return [f"{then} → {now}{why}. {each}".strip()]


def _less(score: float | None, penalty: float) -> str:
    """A mark, and what it is made of if it was handed in late."""
    if score is None or not penalty:
        return _mark_in_words(score)
    return f"{max(0.0, score - penalty):g} ({score:g} − {penalty:g} late)"


def _mark_in_words(mark: float | None) -> str:
    return "no mark" if mark is None else f"{mark:g}"


def _why_no_mark(
    recorded: Recorded | None,
    entry: JournalEntry | None,
    is_handed_in: bool,
    titles: dict[str, str],
) -> str:
    """The reason why there is no mark; empty if there is one."""
    if is_handed_in and entry and entry.failure:
        before = (
            f" The gradebook has {recorded.score:g} for an earlier submission." if recorded else ""
        )
        return f"could not be graded: {entry.failure}{before}"
    if recorded is None:
        return "not graded yet" if is_handed_in else NOT_HANDED_IN
    if recorded.waiting:
        waiting = ", ".join(titles.get(check, check) for check in recorded.waiting)
        return f"to be graded by hand: {waiting}"
    return ""


def _time_handed_in(
    classroom: Classroom,
    homework: str,
    student: str,
    recorded: Recorded | None,
    policy: Policy,
) -> tuple[datetime | None, bool | None]:
    """The time of submission, and whether it was late.

    If a system tells only that it was late, `collect` gives nbgrader an assumed time, which is not
    shown.
    """
    known, late = (recorded.handed_in, recorded.late) if recorded else (None, None)
    try:
        folder = classroom.submission(student, homework).parent
        digest = sha256(find_submission(folder, homework).read_bytes())
        versions = Shelf(classroom.collected(student, homework)).versions
    except (OSError, Unreadable):
        return known, late
    for version in versions:
        if version.sha256 == digest:
            at = version.handed_in
            if late is None:  # not graded yet; when it was collected, other rules may have held
                late = policy.is_late(student, homework, at)
            return at, version.late if late is None else late
    return known, late
