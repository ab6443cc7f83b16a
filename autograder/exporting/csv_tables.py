"""Makes tables for people and spreadsheets: the marks of a homework, and of a term in percent."""

from autograder.exporting.export_task import Export, ExportTask
from autograder.exporting.sheet import Sheet, defused
from autograder.exporting.template import FillOutcome
from autograder.marks.total import StudentTotal
from autograder.people.student import Student


def whole_table(task: ExportTask) -> Export:
    """A table for people and spreadsheets: everybody, with each exercise and all remarks."""
    titles = [defused(exercise.title) for exercise in task.marks.exercises]
    headings = ["id", "name", "email", *titles, "extra credit", "late penalty", "total", "maximum"]
    headings += ["remark", "handed in", "late", "please look", "repaired"]
    # The byte order mark makes Excel read UTF-8.
    sheet = Sheet([headings], bom=True)
    for mark in task.marks:
        student, recorded = mark.student, mark.recorded
        scores = recorded.scores if recorded else {}
        numbers = [scores.get(exercise.id) for exercise in task.marks.exercises]
        numbers += [recorded.extra, recorded.penalty] if recorded else [None, None]
        numbers += [mark.value, task.marks.exercises.points]
        at = f"{mark.handed_in_at:%Y-%m-%d %H:%M:%S} UTC" if mark.handed_in_at else ""
        late = "late" if mark.late else ""
        lists = (mark.entry.flags, mark.entry.mended) if mark.entry else ([], [])
        words = [mark.why_none, at, late, *map("; ".join, lists)]
        sheet.rows.append(
            [*_person_cells(student), *map(sheet.number, numbers), *map(defused, words)]
        )
    return Export(sheet, FillOutcome(task.graded))


def totals_sheet(homeworks: list[str], rows: list[StudentTotal]) -> Sheet:
    """The totals of a term in percent, for people and spreadsheets."""
    sheet = Sheet([["id", "name", "email", *homeworks, "total", "dropped", "remark"]], bom=True)
    for row in rows:
        fractions = [*(row.fractions.get(name) for name in homeworks), row.total]
        percents = [None if fraction is None else 100 * fraction for fraction in fractions]
        words = [", ".join(sorted(row.dropped)), "; ".join(row.remarks)]
        sheet.rows.append(
            [*_person_cells(row.student), *map(sheet.number, percents), *map(defused, words)]
        )
    return sheet


def _person_cells(student: Student) -> list[str]:
    return [defused(text) for text in (student.id, student.name, student.email)]
