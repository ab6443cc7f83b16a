"""Sums up a grading run for a terminal: what was graded, and what people should look at."""

import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from rich.console import Group, RenderableType
from rich.table import Table

from autograder.base.classroom import Classroom
from autograder.base.paths import ROOT, short
from autograder.base.printing import remarks_table
from autograder.grading.journal import GradingOutcome, JournalEntry
from autograder.marks.changed_marks import change_in_words
from autograder.marks.class_marks import ClassMarks
from autograder.notebook.titles import cell_names_in, exercise_titles
from autograder.people.roster import Roster
from autograder.people.student import is_test_student
from autograder.people.suggestions import nearest

MAX_REPEATS = 3  # times that the same reason is repeated


def grading_summary(
    outcomes: list[GradingOutcome], homework: str, classroom: Classroom
) -> RenderableType:
    """The summary of a run: how many were graded, and why again; which marks have changed; who
    could not be graded, and why; and who is not in the class list. Repairs, stopped cells and what
    people should look at are listed for everybody in the run, including what earlier runs found."""
    roster = Roster.or_empty(classroom)
    failed = [outcome for outcome in outcomes if outcome.failure]
    marked = [outcome for outcome in outcomes if not outcome.failure]
    graded = [outcome for outcome in marked if outcome.is_new]
    counts = [f"{len(graded)} graded"]
    if graded_before := len(marked) - len(graded):
        counts.append(f"{graded_before} had already been graded")
    if failed:
        counts.append(f"[red]{len(failed)} could not be graded[/]")
    parts: list[RenderableType] = ["\n" + ", ".join(counts) + "."]
    if older := sum(outcome.entry.earlier for outcome in graded):
        parts.append(f"{older} made with an earlier release and brought up to date.")
    again = Counter(outcome.why_again for outcome in graded if outcome.why_again)
    parts += [f"{count} of them again: {reason}." for reason, count in again.items()]
    tables = [
        *_tables_by_student(graded, marked, homework, roster),
        _sentences("Not graded", _by_reason(failed)),
        _sentences("Not in the class list (roster.csv)", _strangers(outcomes, roster, classroom)),
    ]
    parts += [table for table in tables if table.row_count]
    if marked and not any(outcome.entry.flags or outcome.entry.stopped for outcome in marked):
        parts.append("Please look: nothing.")
    return Group(*parts)


def _tables_by_student(
    graded: list[GradingOutcome], marked: list[GradingOutcome], homework: str, roster: Roster
) -> Iterator[Table]:
    """Tables of the marks that this run has changed and, for all who have marks, of what was
    repaired, what was stopped, and what people should look at."""
    names, titles = cell_names_in(homework), exercise_titles(homework)
    people = {student.id: student.id_and_name for student in roster.students}

    def table(
        title: str, outcomes: list[GradingOutcome], sentences: Callable[[JournalEntry], list[str]]
    ) -> Table:
        rows = ((people.get(o.student, o.student), sentences(o.entry)) for o in outcomes)
        return _sentences(title, rows)

    yield table("Marks that changed", graded, lambda entry: change_in_words(entry, titles))
    yield table("Repaired", marked, lambda entry: entry.mended)
    yield table("Stopped", marked, lambda entry: entry.stopped_sentences(names))
    yield table("Please look", marked, lambda entry: entry.flags)


def by_hand_lines(marks: ClassMarks) -> list[str]:
    """Sentences on what waits for a person to grade, and where to do that; none if nothing does."""
    recorded = {mark.student.id: mark.recorded for mark in marks if mark.recorded}
    waiting = Counter(check for record in recorded.values() for check in record.waiting)
    to_look_at = [student for student, record in recorded.items() if record.to_look_at]
    lines = []
    if waiting:
        titles = exercise_titles(marks.homework)
        counts = ", ".join(f"{titles.get(check, check)}: {n}" for check, n in waiting.items())
        lines.append(f"Answers that wait for you to grade them by hand: {counts}.")
    if to_look_at:
        lines.append(
            "Changed since they were graded by hand, so is that mark still right? "
            f"{', '.join(to_look_at)}."
        )
    if lines:
        command = f"make lab CLASS_DIR={shlex.quote(short(marks.classroom.folder, ROOT))}"
        lines.append(
            f"Grade them in formgrader: {command}, then Nbgrader, Formgrader, Manual Grading, "
            f"{marks.homework}."
        )
    return lines


def _by_reason(failed: list[GradingOutcome]) -> Iterator[tuple[str, list[str]]]:
    """The reasons of the failures, by student. A reason that many share is given once."""
    students_by_reason: dict[str, list[str]] = defaultdict(list)
    for outcome in failed:
        students_by_reason[outcome.failure].append(outcome.student)
    for reason, students in students_by_reason.items():
        if len(students) > MAX_REPEATS:
            yield f"{len(students)} of them", [f"{reason} These are {', '.join(students)}."]
        else:
            yield from ((student, [reason]) for student in students)


def _strangers(
    outcomes: list[GradingOutcome], roster: Roster, classroom: Classroom
) -> Iterator[tuple[str, list[str]]]:
    """Those who are not in the class list, with whom in the list they may be, and what to do."""
    for outcome in outcomes:
        student = outcome.student
        if roster.students and student not in roster.by_id and not is_test_student(student):
            advice = "If they have dropped the course, their marks stay here and are not exported."
            if likely := roster.candidates(student) or nearest(student, roster.students):
                people = " or ".join(f"{s.id} ({s.name})" if s.name else s.id for s in likely)
                command = classroom.command("rename", student, likely[0].id)
                advice = f"May be {people}: if so, {command}. {advice}"
            yield student, [f"Handed in, but is not in roster.csv. {advice}"]


def _sentences(title: str, rows: Iterable[tuple[str, list[str]]]) -> Table:
    """A table with one sentence in each line; the first of each student also has the id."""
    return remarks_table(
        title,
        (
            (student if number == 0 else "", sentence)
            for student, sentences in rows
            for number, sentence in enumerate(sentences)
        ),
    )
