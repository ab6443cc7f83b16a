"""The summary of an export for the instructor: how many marks, who has none and why, and what to
do."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from autograder.lms.export_task import Export, ExportTask
from autograder.lms.template import Filled
from autograder.marks.marks import Mark

MAX_STRANGERS = 20  # that are listed
MAX_WITHOUT_ROW = 5  # most marks without a row in what is surely the class's file
_LOOK_AGAIN = (
    "Manual scores that may no longer be right: in formgrader, press Resolve beside each, or type "
    "another. Then export again."
)
_NO_ROW = "To remove somebody who is in this class by mistake: autograder forget STUDENT"


def export_summary(made: Export, task: ExportTask, path: str) -> RenderableType:
    """The tables and sentences."""
    filled, count = made.filled, len(made.filled.written)
    strangers = [(name, "") for name in filled.strangers[:MAX_STRANGERS]]
    if more := len(filled.strangers) - len(strangers):
        strangers.append((f"and {more} more", ""))
    kept = "EX or N/A in the file; to have the mark instead, empty that cell"
    tables = [
        _table("No mark", ((m.student.id_and_name, m.why) for m in _without_mark(task))),
        _table(
            "Marks without a row in the file",
            ((m.student.id_and_name, _score(m)) for m in filled.not_there),
        ),
        _table(
            "Left as they are",
            ((m.student.id_and_name, f"{kept}; {_score(m)}") for m in filled.kept),
        ),
        _table(
            "Test students, left out", ((m.student.id_and_name, _score(m)) for m in filled.tests)
        ),
        _table(
            "Replaced another mark",
            (
                (m.student.id_and_name, f"{before}, now {_score(m)}")
                for m, before in filled.replaced
            ),
        ),
        _table("Rows that match nobody in the class", strangers),
        _table("Graded again after manual grading", _outdated(task)),
    ]
    return Group(
        f"{count} {'mark' if count == 1 else 'marks'} in {escape(path)}",
        *(f"[red]{escape(sentence)}[/]" for sentence in made.warnings),
        *(line for title, table in tables if table.row_count for line in ("", title, table)),
        *([f"\n{_without_a_row(task, filled)}"] if filled.not_there else []),
        *([f"\n{_LOOK_AGAIN}"] if any(_outdated(task)) else []),
        *(f"\n{escape(sentence)}" for sentence in made.notes),
    )


def _without_a_row(task: ExportTask, filled: Filled) -> str:
    """Advice on marks without a row. If there are many, it is the file that is wrong, not
    the class."""
    count = len(filled.not_there)
    if count <= min(MAX_WITHOUT_ROW, len(task.graded) / 2):
        return _NO_ROW
    file = "roster.csv" if task.template is None else "the file"
    return (
        f"[red]{count} of {len(task.graded)} marks have no row: {file} may belong to another "
        "class, or have other ids.[/] Make sure it is the right one before you import this."
    )


def needs_attention(made: Export, task: ExportTask) -> bool:
    """Whether there is something to do besides importing the file. That somebody who did not hand
    in has no mark needs no attention, and a test student never does."""
    marks = [mark for mark in task.marks if not mark.student.is_test]
    ungraded = any(mark.why and not mark.is_missing for mark in marks)
    outdated = any(_outdated(task))
    return bool(ungraded or outdated or made.warnings or made.filled.not_there or made.filled.kept)


def _without_mark(task: ExportTask) -> list[Mark]:
    """Those who have no mark, without test students who did not hand in either."""
    marks = [mark for mark in task.marks if mark.why]
    return [mark for mark in marks if not (mark.student.is_test and mark.is_missing)]


def _outdated(task: ExportTask) -> list[tuple[str, str]]:
    titles = {each.id: each.title for each in task.exercises}
    return [
        (
            mark.student.id_and_name,
            f"{', '.join(titles.get(check, check) for check in mark.recorded.to_look_at)}: "
            "is the manual score still right?",
        )
        for mark in task.marks
        if mark.recorded and mark.recorded.to_look_at
    ]


def _table(title: str, rows: Iterable[tuple[str, str]]) -> tuple[str, Table]:
    """A table and the lines above it."""
    table = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
    table.add_column(overflow="fold")
    table.add_column()
    for row in rows:
        table.add_row(*map(escape, row))
    return f"[bold]{title}[/]", table


def _score(mark: Mark) -> str:
    return f"{mark.score:g} points"
