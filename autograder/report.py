"""The class at a glance: a table of students by exercise."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from autograder.grade import Outcome
from autograder.house import Class
from autograder.nbgrader_api import Nbgrader


def report(of: Class, assignment: str) -> Table:
    """The marks of one homework: a row for each student, a column for each graded check.

    Raises:
        MissingEntry: the homework is not in the gradebook, so nothing of it has been graded.
    """
    nbgrader = Nbgrader(of)
    points = nbgrader.max_marks(assignment)
    table = Table(
        title=f"{assignment}, {sum(points.values()):g} points",
        title_justify="left",
        box=None,
        padding=(0, 1, 0, 0),
    )
    table.add_column("student", no_wrap=True)
    for check, most in points.items():
        words = [*check.removesuffix("-check").split("-"), f"/{most:g}" if most else "extra"]
        table.add_column("\n".join(words), justify="right", no_wrap=True)
    table.add_column("total", justify="right", style="bold", no_wrap=True)
    recorded = nbgrader.recorded(assignment)
    for student in of.students(assignment):
        if student not in recorded:
            table.add_row(escape(student), *["" for _ in points], "not graded")
            continue
        mark = recorded[student]
        cells = [_cell(mark.scores.get(check), most) for check, most in points.items()]
        late = f"[red]late −{mark.penalty:g}[/] " if mark.penalty else ""
        table.add_row(escape(student), *cells, f"{late}{mark.score:g}")
    return table


def summary(outcomes: list[Outcome]) -> RenderableType:
    """What happened in a run: how many were graded, what was mended, what should be looked at, who
    could not be graded and why."""
    graded = [o for o in outcomes if o.is_new and not o.failure]
    before = [o for o in outcomes if not o.is_new and not o.failure]
    failed = [o for o in outcomes if o.failure]
    counts = [f"{len(graded)} graded"]
    counts += [f"{len(before)} had been graded before"] if before else []
    counts += [f"[red]{len(failed)} could not be graded[/]"] if failed else []
    tables = [
        _sentences("Mended", ((o.student, o.entry.mended) for o in graded)),
        _sentences("Stopped", ((o.student, _stopped(o)) for o in graded)),
        _sentences("Please look", ((o.student, o.entry.flags) for o in graded)),
        _sentences("Not graded", ((o.student, [o.failure]) for o in failed)),
    ]
    return Group("\n" + ", ".join(counts) + ".", *(table for table in tables if table.row_count))


def _stopped(outcome: Outcome) -> list[str]:
    return [f"{cell}: {reason}" for cell, reason in outcome.entry.stopped.items()]


def _sentences(title: str, rows: Iterable[tuple[str, list[str]]]) -> Table:
    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    table.show_header = False
    table.add_column(no_wrap=True)
    table.add_column()
    for student, sentences in rows:
        for sentence in sentences:
            table.add_row(escape(student), escape(sentence))
            student = ""
    return table


def _cell(mark: float | None, most: float) -> str:
    if mark is None:
        return "[yellow]by hand[/]"
    if mark < most:
        return f"[red]{mark:g}[/]"
    return f"{mark:g}" if most or mark else "[dim]·[/]"
