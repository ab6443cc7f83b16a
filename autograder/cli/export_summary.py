"""Sums up an export for the instructor: how many marks it has, who has none and why, and what to
do."""

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding

from autograder.base.paths import homeworks
from autograder.base.printing import remarks_table
from autograder.base.sentences import counted
from autograder.exporting.export_task import Export, ExportTask
from autograder.exporting.template import FillOutcome
from autograder.marks.class_marks import Mark

MAX_STRANGERS = 20  # rows that are listed although they match nobody
_INDENT = (0, 0, 0, 2)
_LOOK_AGAIN = (
    "Manual scores that may no longer be right: in formgrader, press Resolve beside each, or type "
    "another. Then export again."
)
_SEVERAL_ROWS = (
    "Several rows match the same student, and none of them was filled in. Enter these marks by "
    "hand in the rows that are theirs."
)


def export_summary(export: Export, task: ExportTask, path: str) -> RenderableType:
    """The tables and sentences."""
    filled, count = export.filled, len(export.filled.written)
    parts: list[RenderableType] = [f"{counted(count, 'mark')} in {escape(path)}"]
    parts += [f"[red]{escape(sentence)}[/]" for sentence in export.warnings]
    for title, rows in _tables(task, filled).items():
        if rows:
            parts += ["", f"[bold]{title}[/]", Padding(remarks_table("", rows), _INDENT)]
    if rowless := _rowless(filled):
        parts.append(_about_missing_rows(rowless, "the file", task))
    if filled.with_several_rows:
        parts.append(f"\n{_SEVERAL_ROWS}")
    if filled.unlisted:
        parts.append(_about_missing_rows(filled.unlisted, "roster.csv", task))
        homework = task.marks.homework if task.marks.homework in homeworks() else "HOMEWORK"
        words = "collect", "ARCHIVE_OR_FOLDER", homework, "--roster", "NEWER_LIST"
        command = escape(task.marks.classroom.command(*words))
        parts.append(f"If they are new, collect with a newer list, then export again: {command}")
    if _outdated(task):
        parts.append(f"\n{_LOOK_AGAIN}")
    parts += [f"\n{escape(sentence)}" for sentence in export.notes]
    return Group(*parts)


def _about_missing_rows(marks: list[Mark], file: str, task: ExportTask) -> str:
    """What to do about marks of people who have no row in a file."""
    forget = task.marks.classroom.command("forget", "STUDENT")
    return (
        f"\n{len(marks)} of {len(task.graded)} marks have no row in {file}. If these are many, it "
        "may belong to another class, or have other ids: make sure that it is the right one before "
        f"you import this. If they are few, and in this class by mistake: {escape(forget)}"
    )


def _tables(task: ExportTask, filled: FillOutcome) -> dict[str, list[tuple[str, str]]]:
    """The rows of each table, by its title: who, and what about them."""
    kept = "EX or N/A in the file; to have the mark instead, empty that cell"
    strangers = [(name, "") for name in filled.strangers[:MAX_STRANGERS]]
    if more := len(filled.strangers) - len(strangers):
        strangers.append((f"and {more} more", ""))
    return {
        "No mark": [
            (_who(mark), mark.why_none)
            for mark in task.marks
            if mark.no_mark and not (mark.student.is_test and mark.is_missing)
        ],
        "Marks without a row in the file": [
            (_who(mark), _points(mark)) for mark in _rowless(filled)
        ],
        "Marks with several rows in the file": [
            (_who(mark), f"{_points(mark)}; {'; '.join(filled.rivals[mark.student.id])}")
            for mark in filled.with_several_rows
        ],
        "Not in roster.csv, so not exported": [
            (_who(mark), _points(mark)) for mark in filled.unlisted
        ],
        "Left as they are": [(_who(mark), f"{kept}; {_points(mark)}") for mark in filled.kept],
        "Test students, left out": [
            (_who(mark), _points(mark)) for mark in filled.of_test_students
        ],
        "Replaced another mark": [
            (_who(mark), f"{before}, now {_points(mark)}") for mark, before in filled.replaced
        ],
        "Rows that match nobody in the class": strangers,
        "Graded again after manual grading": _outdated(task),
    }


def _rowless(filled: FillOutcome) -> list[Mark]:
    return [mark for mark in filled.without_row if mark not in filled.with_several_rows]


def needs_attention(export: Export, task: ExportTask) -> bool:
    """Whether there is something to do besides importing the file. Students who did not hand in,
    and test students, need no attention."""
    marks = [mark for mark in task.marks if not mark.student.is_test]
    ungraded = any(mark.no_mark and not mark.is_missing for mark in marks)
    filled = export.filled
    left_out = filled.without_row or filled.unlisted or filled.kept
    return bool(ungraded or _outdated(task) or export.warnings or left_out)


def _outdated(task: ExportTask) -> list[tuple[str, str]]:
    """Those whose manual score is older than the last grading, and what to check."""
    titles = task.marks.exercises.titles
    rows = []
    for mark in task.marks:
        if mark.recorded and mark.recorded.to_look_at:
            checks = ", ".join(titles.get(check, check) for check in mark.recorded.to_look_at)
            rows.append((_who(mark), f"{checks}: is the manual score still right?"))
    return rows


def _who(mark: Mark) -> str:
    return mark.student.id_and_name


def _points(mark: Mark) -> str:
    return f"{mark.value:g} points"
