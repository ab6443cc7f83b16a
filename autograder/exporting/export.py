"""Makes files that learning management systems import, with a homework's marks and, if wanted,
comments.

Nobody gets a 0 for a submission that is not graded. If a student has no mark, the row in the
system's own file stays as it is, and a new file has no row for the student.
"""

import html
import re
from collections.abc import Iterator

from autograder.base.csv_file import cell_at
from autograder.base.failure import Failure
from autograder.base.paths import homeworks
from autograder.base.sentences import and_extra
from autograder.exporting.csv_tables import whole_table
from autograder.exporting.export_task import Export, ExportTask
from autograder.exporting.sheet import Sheet, defused, put
from autograder.exporting.template import FillOutcome, Template
from autograder.inquiries.inquiry_text import answer_prefix
from autograder.marks.class_marks import Mark
from autograder.people.headings import plain_heading
from autograder.systems.all_systems import GRADEBOOKS, SYSTEMS
from autograder.systems.system import GradebookFile, NewGradebook


def export(task: ExportTask, system: str) -> Export:
    """The marks as a system imports them or, for "csv", as a whole table.

    Raises:
        Failure: the template cannot be used; none of the marks has a row in it; or the column
            belongs to another homework.
    """
    others = {plain_heading(name): name for name in homeworks() if name != task.marks.homework}
    if other := others.get(plain_heading(task.column or "")):
        raise Failure(
            f"That is the column of {other}, but these marks are of {task.marks.homework}. "
            "Nothing was written."
        )
    if system == "csv":
        return whole_table(task)
    gradebook, name = GRADEBOOKS[system], SYSTEMS[system].name
    if task.template is None:
        made = _new_file(task, gradebook.new)
    else:
        made = _filled_in(Template(task.template, gradebook), task, name)
    made.sheet.quoted |= gradebook.quoted
    made.sheet.separator = gradebook.separator or made.sheet.separator
    return made


def _filled_in(template: Template, task: ExportTask, system: str) -> Export:
    """A system's own file with the marks filled in, and what to know about it."""
    if why_not := template.gradebook.why_not(template.plain_headings):
        raise Failure(why_not)
    column = template.find(template.gradebook.mark_column) if task.column is None else None
    if column is None:
        column = template.column(task.heading, exactly=task.column is not None)
    filled = template.fill(column, task.marks.marks, task.ids)
    _refuse_another_class(filled)
    made = Export(template.sheet, filled)
    maximum = template.sheet.as_number(template.maximum(column))
    if maximum is not None:
        made.warnings += _about_maximum(maximum, filled, task, system, template.gradebook)
    template.defuse()
    if task.comments and (kept := _write_comments(template, task, filled)):
        made.notes.append(
            f"These already have a comment in {system}. It stays, though it may be about an "
            f"earlier mark: {', '.join(kept)}. To replace one, empty its cell and export again."
        )
    return made


def _refuse_another_class(filled: FillOutcome) -> None:
    """Raises Failure if none of the marks has a row."""
    left_out = filled.without_row or filled.unlisted
    if left_out and not (filled.written or filled.kept or filled.with_several_rows):
        where = "has a row in the file" if filled.without_row else "is of somebody in roster.csv"
        raise Failure(
            f"None of {len(left_out)} marks {where}: it belongs to another class, or has other "
            "ids. Nothing was written."
        )


def _about_maximum(
    maximum: float, filled: FillOutcome, task: ExportTask, system: str, gradebook: GradebookFile
) -> list[str]:
    """Warnings if the maximum in the system differs from the homework's, or is exceeded."""
    warnings = []
    homework, exercises = task.marks.homework, task.marks.exercises
    points, extra = exercises.points, exercises.extra
    needed = points + (extra if gradebook.above_maximum else 0)
    if maximum not in (points, needed):
        warnings.append(
            f"{system} has a maximum of {maximum:g} points, {homework} has {points:g}"
            f"{and_extra(extra)}. Marks are written unchanged. If this is the right column, "
            f"set the maximum in {system} to {needed:g}."
        )
    above = [m.student.id for m in filled.written if (m.value or 0.0) > maximum + 1e-6]
    if above and gradebook.above_maximum:
        warnings.append(gradebook.above_maximum.format(", ".join(above)))
    return warnings


def _new_file(task: ExportTask, new: NewGradebook) -> Export:
    """A file made from the class list: who each student is, then the mark."""
    heading = new.mark_heading.format(heading=task.heading, points=task.marks.exercises.points)
    sheet = Sheet([[*new.headings, heading]], bom=new.bom)
    for mark in task.listed:
        cells = map(defused, new.cells(mark.student))
        sheet.rows.append([*cells, sheet.number(mark.value)])
    if task.comments:
        comments = [new.comment_heading, *(comment_on(mark, task) for mark in task.listed)]
        for row, comment in zip(sheet.rows, comments, strict=True):
            row.append(comment)
    if new.points_row:
        empty = [""] * (len(new.headings) - 1)
        sheet.rows.insert(1, [new.points_row, *empty, sheet.number(task.marks.exercises.points)])
    if new.last_column:
        last_heading, content = new.last_column
        for number, row in enumerate(sheet.rows):
            row.append(content if number else last_heading)
    return Export(sheet, task.filled, notes=[new.note.format(heading=task.heading)])


def _write_comments(template: Template, task: ExportTask, filled: FillOutcome) -> list[str]:
    """Writes comments into rows without one. Returns the students who keep a different comment."""
    column = template.find(template.gradebook.comment_column)
    if column is None:
        raise Failure(f"The file has no column for comments. {template.gradebook.without_comments}")
    kept = []
    for mark in filled.written:
        row, comment = filled.rows[mark.student.id], comment_on(mark, task)
        before = cell_at(row, column)
        if not before:
            put(row, column, comment)
        elif _text_of(before) != _text_of(comment):
            kept.append(mark.student.id)
    return kept


def _text_of(comment: str) -> str:
    """A comment without Moodle's markup and spaces."""
    return "".join(html.unescape(re.sub(r"<[^<>]*>", "", comment)).split())


def comment_on(mark: Mark, task: ExportTask) -> str:
    """A comment for the student to read: each exercise's points, and graders' comments. It is HTML,
    as Moodle expects."""
    recorded = mark.recorded
    if recorded is None:
        return ""
    parts = []
    for exercise in task.marks.exercises:
        score = recorded.scores[exercise.id]
        earned = f"{score:g}/{exercise.points:g}" if exercise.points else f"{score:g} extra"
        parts.append(f"{exercise.title}: {'void' if exercise.is_void else earned}")
    if recorded.penalty:
        parts.append(f"for being late -{recorded.penalty:g}")
    lines = ["; ".join(parts), *_graders_lines(recorded.comments, task)]
    return defused("<br>".join(html.escape(line, quote=False) for line in lines))


def _graders_lines(comments: dict[str, str], task: ExportTask) -> Iterator[str]:
    """The lines of graders' comments, in the notebook's order, each with what it is about."""
    place = {cell: number for number, cell in enumerate(task.names)}
    prefixes = [answer_prefix(exercise.title) for exercise in task.marks.exercises]
    for cell in sorted(comments, key=lambda cell: place.get(cell, len(place))):
        title = task.names.get(cell, cell)
        for line in filter(None, comments[cell].splitlines()):
            says_so = any(name in line for name in (title, *prefixes))
            yield line if says_so else f"{title}: {line}"
