"""The class at a glance: a table of students by exercise."""

from rich.table import Table

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
    for student in of.students(assignment):
        marks = nbgrader.marks(assignment, student)
        if marks is None:
            table.add_row(student, *["" for _ in points], "not graded")
            continue
        cells = [_cell(marks.get(check), most) for check, most in points.items()]
        table.add_row(student, *cells, f"{sum(m or 0 for m in marks.values()):g}")
    return table


def _cell(mark: float | None, most: float) -> str:
    if mark is None:
        return "[yellow]by hand[/]"
    if mark < most:
        return f"[red]{mark:g}[/]"
    return f"{mark:g}" if most or mark else "[dim]·[/]"
