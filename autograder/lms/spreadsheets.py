"""Marks for people and spreadsheets: a homework's, and a term's in percent."""

from autograder.grading.journal import JournalEntry
from autograder.lms.export_task import Export, ExportTask
from autograder.lms.sheet import Sheet, defused
from autograder.lms.template import Filled
from autograder.marks.total import StudentTotal


def whole_table(task: ExportTask) -> Export:
    """For people and spreadsheets: everybody, with each exercise and all remarks."""
    numbers = (
        *(each.title for each in task.exercises),
        "extra credit",
        "late penalty",
        "total",
        "maximum",
    )
    words = ("remark", "handed in", "late", "please look", "repaired")
    # The byte order mark makes Excel read UTF-8.
    sheet = Sheet([["id", "name", "email", *map(defused, numbers), *words]], bom=True)
    for mark in task.marks:
        student, recorded = mark.student, mark.recorded
        scores = recorded.scores if recorded else {}
        numbers = [scores.get(each.id) for each in task.exercises]
        numbers += [recorded.extra, recorded.penalty] if recorded else [None, None]
        cells = ["" if n is None else sheet.number(n) for n in (*numbers, mark.score, task.points)]
        at = f"{mark.at:%Y-%m-%d %H:%M:%S} UTC" if mark.at else ""
        late = "late" if mark.late else ""
        entry = mark.entry or JournalEntry(student.id, "")
        words = (mark.why, at, late, "; ".join(entry.flags), "; ".join(entry.mended))
        who = (student.id, student.name, student.email)
        sheet.rows.append([*map(defused, who), *cells, *map(defused, words)])
    return Export(sheet, Filled(task.graded))


def totals_sheet(homeworks: list[str], rows: list[StudentTotal]) -> Sheet:
    """The totals of a term in percent, for people and spreadsheets."""
    sheet = Sheet([["id", "name", "email", *homeworks, "total", "dropped", "remark"]], bom=True)
    for row in rows:
        student, fractions = row.student, [row.fractions.get(name) for name in homeworks]
        cells = ["" if s is None else sheet.number(100 * s) for s in (*fractions, row.total)]
        words = (", ".join(sorted(row.dropped)), "; ".join(row.why))
        who = (student.id, student.name, student.email)
        sheet.rows.append([*map(defused, who), *cells, *map(defused, words)])
    return sheet
