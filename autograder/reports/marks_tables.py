"""Makes tables of marks for a terminal: students by exercise, and students by homework."""

from rich.console import Group, RenderableType
from rich.markup import escape

from autograder.marks.class_marks import ClassMarks, Mark, NoMark
from autograder.marks.total import StudentTotal
from autograder.notebook.exercises import Exercise
from autograder.notebook.titles import number_and_name
from autograder.on_nbgrader.recorded_scores import RecordedSubmission
from autograder.people.student import Student
from autograder.reports.fitting_table import MarksTable


def marks_table(marks: ClassMarks) -> RenderableType:
    """The marks of one homework: a row for each student, a column for each exercise.

    Raises:
        Failure: the homework is not in the gradebook, so nothing of it has been graded.
    """
    marks.refuse_ungraded()
    exercises, there = marks.exercises, [mark for mark in marks if not mark.is_missing]
    titles = [exercise.title for exercise in exercises]
    headings = []
    for exercise in exercises:
        other = "extra" if exercise.extra else "void"
        worth = f"/{exercise.points:g}" if exercise.points else other
        headings.append("\n".join([*escape(exercise.number).split(), worth]))
    rows = [(mark.student, _row(mark, exercises)) for mark in there]
    table = _by_name(f"{marks.homework}, {marks.exercises.points:g} points", headings, rows)
    notes = []
    if any(mark.recorded and mark.recorded.changed for mark in there):
        notes.append("* A person has changed what the check gave.")
    if legend := [escape(title) for title in titles if number_and_name(title)[0]]:
        notes.append(f"[dim]{', '.join(legend)}.[/]")
    return Group(table, "", *notes)


def totals_table(homeworks: list[str], rows: list[StudentTotal]) -> RenderableType:
    """The totals of a term in percent: a row for each student, a column for each homework."""
    headings = [name.partition("-")[0] for name in homeworks]
    by_student = [(row.student, _total_row(row, homeworks)) for row in rows]
    table = _by_name("The term, in percent", headings, by_student)
    if any(row.dropped for row in rows):
        return Group(table, "", "In brackets: left out, as the lowest.")
    return Group(table)


def _by_name(title: str, marks: list[str], rows: list[tuple[Student, list[str]]]) -> MarksTable:
    """A table of students in the order of family names, or of ids if no name is known.

    Args:
        marks: the headings of the marks.
        rows: each with the cells after the student's name.
    """
    named = any(student.name for student, _ in rows)
    table = MarksTable(f"{title}{', by family name' if named else ''}", named, marks)
    for student, cells in sorted(rows, key=lambda row: row[0].sort_key):
        name = [escape(student.name)] if named else []
        table.rows.append([escape(student.id), *name, *cells])
    return table


def _total_row(row: StudentTotal, homeworks: list[str]) -> list[str]:
    """The cells of a row after the student's name: percents, the total, and why there is none."""
    cells = []
    for name in homeworks:
        percent = f"{100 * row.fractions[name]:.1f}" if name in row.fractions else ""
        cells.append(f"[dim]({percent})[/]" if name in row.dropped else percent)
    total = "" if row.total is None else f"[bold]{100 * row.total:.2f}[/]"
    return [*cells, total, escape("; ".join(row.remarks))]


def _row(mark: Mark, exercises: list[Exercise]) -> list[str]:
    """The cells of a row after the student's name: marks, the total, and why there is none."""
    if mark.recorded is None:
        return ["" for _ in exercises] + ["", _why_in_short(mark)]
    recorded = mark.recorded
    cells = [_cell(recorded, exercise) for exercise in exercises]
    late = f"[red]late −{recorded.penalty:g}[/] " if recorded.penalty else ""
    return [*cells, f"{recorded.mark:g}", f"{late}{_why_in_short(mark)}".strip()]


def _why_in_short(mark: Mark) -> str:
    """Why there is no mark, in short, since grading has told the details; else whether it was late
    without a penalty."""
    if mark.no_mark and mark.no_mark is not NoMark.WAITING:  # which its cells say
        return mark.no_mark
    return "late" if mark.late and mark.recorded and not mark.recorded.penalty else ""


def _cell(recorded: RecordedSubmission, exercise: Exercise) -> str:
    """A mark; with a star if a person has changed it."""
    mark = recorded.scores.get(exercise.id)
    state = exercise.state(mark)
    if state == "waiting":
        return "[yellow]by hand[/]"
    if mark is None or state == "open":
        return "[dim]·[/]"
    star = "*" if exercise.id in recorded.changed else ""
    return f"{mark:g}{star}" if mark >= exercise.points else f"[red]{mark:g}[/]{star}"
