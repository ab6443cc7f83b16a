"""Writes comments beside the marks, for students to read."""

import html
import re
from collections.abc import Iterator

from autograder.base.csv_file import cell_at
from autograder.base.failure import Failure
from autograder.lms.export_task import ExportTask
from autograder.lms.sheet import defused
from autograder.lms.template import FillOutcome, Template
from autograder.marks.class_marks import Mark
from autograder.reports.inquiries.decision import answer_prefix


def write_comments(template: Template, task: ExportTask, filled: FillOutcome) -> list[str]:
    """Writes comments where there is none. Returns the students who keep a different one."""
    column = template.find(template.gradebook.comments)
    if column is None:
        raise Failure(f"The file has no column for comments. {template.gradebook.without_comments}")
    kept = []
    for mark in filled.written:
        row, comment = filled.rows[mark.student.id], comment_on(mark, task)
        before = cell_at(row, column)
        if not before:
            template.sheet.put(row, column, comment)
        elif _text_of(before) != _text_of(comment):
            kept.append(mark.student.id)
    return kept


def _text_of(comment: str) -> str:
    """A comment without Moodle's markup and spaces."""
    return "".join(html.unescape(re.sub(r"<[^<>]*>", "", comment)).split())


def comment_on(mark: Mark, task: ExportTask) -> str:
    """Each exercise's points, and graders' comments, for the student to read, as HTML, which is
    what Moodle takes it for."""
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
    place = {cell: number for number, cell in enumerate(reversed(task.names))}
    prefixes = [answer_prefix(exercise.title) for exercise in task.marks.exercises]
    for cell in sorted(comments, key=lambda cell: place.get(cell, len(place))):
        title = task.names.get(cell, cell)
        for line in filter(None, comments[cell].splitlines()):
            says_so = any(name in line for name in (title, *prefixes))
            yield line if says_so else f"{title}: {line}"
