"""The class at a glance: a table of students by exercise."""

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from autograder.base.paths import Classroom
from autograder.grading.outcome import GradingOutcome
from autograder.mending.another import other_homework
from autograder.mending.earlier import EARLIER, damage
from autograder.notebook.titles import OWN_CELL, names_in, numbered, titles_in
from autograder.people.roster import Roster, nearest
from autograder.people.student import is_test_student
from autograder.reports.exercises import Exercise, exercises_of, points_in
from autograder.reports.marks import Mark, change_in_words
from autograder.reports.total import StudentTotal
from autograder.terminal.printing import MarksTable, remarks_table

MAX_REPEATS = 3  # times that the same reason is repeated


def marks_table(classroom: Classroom, homework: str, marks: list[Mark]) -> RenderableType:
    """The marks of one homework: a row for each student, a column for each exercise.

    Raises:
        Failure: the homework is not in the gradebook, so nothing of it has been graded.
    """
    exercises = exercises_of(classroom, homework)
    points = points_in(exercises)
    marks = [mark for mark in marks if not mark.is_missing]
    named = any(mark.student.name for mark in marks)
    headings = ["\n".join([*escape(each.number).split(), each.worth]) for each in exercises]
    order = ", by family name" if named else ""
    table = MarksTable(f"{homework}, {points:g} points{order}", named, headings)
    for mark in sorted(marks, key=lambda mark: mark.student.sort_key):
        name = [escape(mark.student.name)] if named else []
        table.rows.append([escape(mark.student.id), *name, *_row(mark, exercises)])
    stars = any(mark.recorded and mark.recorded.changed for mark in marks)
    notes = ["* A person has changed what the check gave."] if stars else []
    legend = [escape(each.title) for each in exercises if numbered(each.title)[0]]
    notes += [f"[dim]{', '.join(legend)}.[/]"] if legend else []
    return Group(table, "", *notes)


def totals_table(homeworks: list[str], rows: list[StudentTotal]) -> RenderableType:
    """The totals of a term in percent: a row for each student, a column for each homework."""
    headings = [name.partition("-")[0] for name in homeworks]
    table = MarksTable("The term, in percent, by family name", True, headings)
    for row in sorted(rows, key=lambda row: row.student.sort_key):
        cells = []
        for name in homeworks:
            percent = f"{100 * row.fractions[name]:.1f}" if name in row.fractions else ""
            cells.append(f"[dim]({percent})[/]" if name in row.dropped else percent)
        total = "" if row.total is None else f"[bold]{100 * row.total:.2f}[/]"
        who = (escape(row.student.id), escape(row.student.name))
        table.rows.append([*who, *cells, total, escape("; ".join(row.why))])
    notes = (
        ["", "In brackets: does not count, as the lowest."] if any(r.dropped for r in rows) else []
    )
    return Group(table, *notes)


def grading_summary(
    outcomes: list[GradingOutcome], homework: str, roster: Roster
) -> RenderableType:
    """The summary of a run: how many were graded, and why again; which marks have changed; what
    was repaired; who could not be graded and why; and who is not in the class list. Stopped cells
    and what people should look at are listed for everybody in the run, including what earlier runs
    found."""
    graded = [o for o in outcomes if o.is_new and not o.failure]
    before = [o for o in outcomes if not o.is_new and not o.failure]
    failed = [o for o in outcomes if o.failure]
    there = [o for o in outcomes if not o.failure]
    counts = [f"{len(graded)} graded"]
    counts += [f"{len(before)} had already been graded"] if before else []
    counts += [f"[red]{len(failed)} could not be graded[/]"] if failed else []
    again = Counter(o.again for o in graded if o.again)
    names, titles = names_in(homework), titles_in(homework)
    people = {student.id: student.in_lists for student in roster.students}

    # If a run that grades again was interrupted, the next one tells what it had changed.
    waves = {o.entry.because for o in graded if o.again}
    changed = graded + [o for o in before if o.entry.because in waves]

    def row(o: GradingOutcome, sentences: list[str]) -> tuple[str, list[str]]:
        return people.get(o.student, o.student), sentences

    tables = [
        _sentences(
            "Marks that changed", (row(o, change_in_words(o.entry, titles)) for o in changed)
        ),
        _sentences("Repaired", (row(o, damage(o.entry.mended)) for o in there)),
        _sentences("Stopped", (row(o, _stopped(o, names)) for o in there)),
        _sentences("Please look", (row(o, o.entry.flags) for o in there)),
        _sentences("Not graded", _by_reason(failed)),
        _sentences("Not in the class list (roster.csv)", _strangers(outcomes, roster)),
    ]
    noticed = any(o.entry.flags or o.entry.stopped for o in there)
    older = sum(EARLIER in o.entry.mended for o in graded)
    return Group(
        "\n" + ", ".join(counts) + ".",
        *([f"{older} made with an earlier release and brought up to date."] if older else []),
        *_of_another(failed, len(outcomes), homework),
        *(f"{count} of them again: {why}." for why, count in again.items()),
        *(table for table in tables if table.row_count),
        *(["Please look: nothing."] if there and not noticed else []),
    )


def by_hand_lines(homework: str, marks: list[Mark]) -> list[str]:
    """Sentences on what waits for a person to grade, and where to do that; none if nothing does."""
    waiting = [mark for mark in marks if mark.recorded and mark.recorded.waiting]
    again = [mark for mark in marks if mark.recorded and mark.recorded.to_look_at]
    lines = []
    if waiting:
        titles = titles_in(homework)
        counts = Counter(check for mark in waiting for check in mark.recorded.waiting)
        each = ", ".join(f"{titles.get(check, check)}: {n}" for check, n in counts.items())
        lines.append(f"Answers that wait for you to grade them by hand: {each}.")
    if again:
        them = ", ".join(mark.student.id for mark in again)
        lines.append(
            f"Changed since they were graded by hand, so is that mark still right? {them}."
        )
    if lines:
        lines.append(
            f"Grade them in formgrader: make lab, then Nbgrader, Formgrader, Manual Grading, "
            f"{homework}."
        )
    return lines


def _of_another(failed: list[GradingOutcome], count_of_all: int, homework: str) -> list[str]:
    """A sentence if most have handed in another homework."""
    named = filter(None, (other_homework(o.failure) for o in failed))
    (other, count), *_ = Counter(named).most_common(1) or [("", 0)]
    if count <= max(count_of_all / 2, MAX_REPEATS - 1):
        return []
    mistaken = f"were they collected as {homework} by mistake?"
    return [f"[red]{count} of {count_of_all} are for {other}: {mistaken}[/]"]


def _by_reason(failed: list[GradingOutcome]) -> Iterator[tuple[str, list[str]]]:
    """The failures; one that many share is told once."""
    for reason, count in Counter(o.failure for o in failed).items():
        students = [o.student for o in failed if o.failure == reason]
        if count > MAX_REPEATS:
            yield f"{count} of them", [f"{reason} These are {', '.join(students)}."]
        else:
            yield from ((student, [reason]) for student in students)


def _strangers(outcomes: list[GradingOutcome], roster: Roster) -> Iterator[tuple[str, list[str]]]:
    """Those who are not in the class list, who they may be in it, and what to do."""
    listed = {*roster.ids}
    for outcome in outcomes:
        old = outcome.student
        if listed and old not in listed and not is_test_student(old):
            advice = "If they have dropped the course, their marks stay here and are not exported."
            if like := roster.candidates(old) or nearest(old, roster.students):
                named = " or ".join(f"{s.id} ({s.name})" if s.name else s.id for s in like)
                advice = f"May be {named}: if so, autograder rename {old} {like[0].id}. {advice}"
            yield old, [f"Handed in, but is not in roster.csv. {advice}"]


def _row(mark: Mark, exercises: list[Exercise]) -> list[str]:
    """The cells of a row after the student's id: marks, the total, and why there is none."""
    if mark.recorded is None:
        return ["" for _ in exercises] + ["", _why_in_short(mark)]
    recorded = mark.recorded
    cells = [_cell(recorded.scores.get(each.id), each, recorded.changed) for each in exercises]
    late = f"[red]late −{recorded.penalty:g}[/] " if recorded.penalty else ""
    return [*cells, f"{recorded.score:g}", f"{late}{_why_in_short(mark)}".strip()]


def _why_in_short(mark: Mark) -> str:
    """Why there is no mark, in short, since grading has told the reason; else whether it was
    late."""
    if mark.why and not (mark.recorded and mark.recorded.waiting):
        return escape(mark.why.partition(":")[0])
    return "late" if mark.late and not mark.recorded.penalty else ""


def _stopped(outcome: GradingOutcome, names: dict[str, str]) -> list[str]:
    sentences = (
        f"{names.get(cell, OWN_CELL)}: {why}" for cell, why in outcome.entry.stopped.items()
    )
    return list(dict.fromkeys(sentences))


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


def _cell(mark: float | None, exercise: Exercise, changed: dict[str, float]) -> str:
    """A mark; with a star if a person has changed it."""
    state, star = exercise.state(mark), "*" if exercise.id in changed else ""
    if state == "waiting":
        return "[yellow]by hand[/]"
    if state == "open":
        return "[dim]·[/]"
    return f"{mark:g}{star}" if mark >= exercise.points else f"[red]{mark:g}[/]{star}"
