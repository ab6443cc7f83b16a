"""A homework's marks as files that learning management systems import.

Each format is a function from the marks to an `Export`. Nobody gets a 0 for what is not graded:
without a mark, a row in the LMS's own file stays as it is, and a new file has no row.
"""

import html
import re
from collections.abc import Callable

from autograder.base.failure import Failure
from autograder.lms.export_task import Export, ExportTask
from autograder.lms.sheet import Sheet, defused
from autograder.lms.spreadsheets import whole_table
from autograder.lms.template import Filled, Template
from autograder.marks.marks import Mark
from autograder.people.csv_file import cell_at
from autograder.people.headings import COMMENTS, GRADE
from autograder.reports.inquiry_text import about


def _canvas(task: ExportTask) -> Export:
    """For Gradebook > Import in Canvas."""
    if task.template is None:
        return _new_canvas(task)
    template = Template(task.template)
    if not _is_of_canvas(template):
        raise Failure(
            "This is not a Canvas gradebook, whose first columns are Student, ID ... Section. To "
            "get one, in Canvas: Gradebook, Export, Export Entire Gradebook."
        )
    return _fill_in(template, task, "Canvas")


def _fill_in(
    template: Template, task: ExportTask, system: str, above: str = "", column: int | None = None
) -> Export:
    """A system's own file with the marks filled in, and warnings if it has another maximum.

    Args:
        above: the warning about marks above the system's maximum; empty if it takes them.
        column: where the marks go; the column named in the task by default.
    """
    if column is None:
        column = template.column(task.heading, exactly=task.column is not None)
    made = Export(task.template, template.fill(column, task.marks, task.ids))
    theirs = task.template.as_number(template.maximum(column))
    needed = task.points + (task.extra if above else 0)
    if theirs not in (None, task.points, needed):
        extra = f" and {task.extra:g} extra" if task.extra else ""
        made.warnings.append(
            f"{system} has a maximum of {theirs:g} points, {task.homework} has {task.points:g}"
            f"{extra}. Marks are written unchanged. If this is the right column, set the maximum "
            f"in {system} to {needed:g}."
        )
    if theirs is not None and above:
        exceed = [m.student.id for m in made.filled.written if m.score > theirs + 1e-6]
        made.warnings += [above.format(", ".join(exceed))] if exceed else []
    template.defuse()
    return made


def _is_of_canvas(template: Template) -> bool:
    return template.words[:1] in (["student"], ["lastname"]) and "section" in template.words


def _new_canvas(task: ExportTask) -> Export:
    ids = ("ID", "SIS User ID", "SIS Login ID", "Section")
    sheet = Sheet([["Student", *ids, task.heading]])
    sheet.rows.append(["    Points Possible", *[""] * len(ids), sheet.number(task.points)])
    for mark in task.listed:
        given = dict.fromkeys(ids, "") | {"SIS Login ID": mark.student.id}
        given |= {key: value for key, value in mark.student.others.items() if key in ids and value}
        name = _last_first(mark)
        sheet.rows.append([*map(defused, (name, *given.values())), sheet.number(mark.score)])
    note = (
        f"Canvas adds a new assignment unless it has one named exactly '{task.heading}'. "
        "To be sure, export its gradebook and add it with --template."
    )
    return Export(sheet, task.filled, notes=[note])


def _moodle(task: ExportTask) -> Export:
    """For an assignment's grading worksheet in Moodle, or for its gradebook's import."""
    if task.template is None:
        return _new_moodle(task)
    template = Template(task.template)
    if _is_of_canvas(template):
        raise Failure("This is a Canvas gradebook. Use --to canvas.")
    above = (
        "Moodle ignores marks above its maximum, such as those with extra credit: {}. Raise the "
        "maximum there, or enter them by hand."
    )
    column = template.find(GRADE) if task.column is None else None
    made = _fill_in(template, task, "Moodle", above, column)
    # Moodle's upload takes commas only, whatever a spreadsheet has made of them.
    made.sheet.separator = ","
    if task.comments and (kept := _write_comments(template, task, made.filled)):
        made.notes.append(
            "These already have a comment in Moodle. It stays, though it may be about an earlier "
            f"mark: {', '.join(kept)}. To replace one, empty its cell and export again."
        )
    return made


def _write_comments(template: Template, task: ExportTask, filled: Filled) -> list[str]:
    """Writes comments where there is none. Returns the students who keep a different one."""
    column = template.find(COMMENTS)
    if column is None:
        raise Failure(
            "The file has no column for comments. In the assignment's settings in Moodle, switch "
            "Feedback comments on, and download the worksheet again; or leave --comments out."
        )
    kept = []
    for mark in filled.written:
        row, words = filled.rows[mark.student.id], _comment_on(mark, task)
        before = cell_at(row, column)
        if not before:
            template.sheet.put(row, column, words)
        elif _text_of(before) != _text_of(words):
            kept.append(mark.student.id)
    return kept


def _text_of(comment: str) -> str:
    """A comment without Moodle's markup and spaces."""
    return "".join(html.unescape(re.sub(r"<[^<>]*>", "", comment)).split())


def _new_moodle(task: ExportTask) -> Export:
    # Moodle ignores a byte order mark, and without one Excel garbles umlauts.
    headings = ["ID number", "Email address", "First name", "Last name", task.heading]
    sheet = Sheet([headings + ["Feedback"] * task.comments], bom=True)
    for mark in task.listed:
        student = mark.student
        number = student.others.get("ID number") or student.id
        who = map(defused, (number, student.email, student.first, student.last))
        comment = [_comment_on(mark, task)] if task.comments else []
        sheet.rows.append([*who, sheet.number(mark.score), *comment])
    note = (
        "In Moodle: Grades, Import, CSV file; map ID number or Email address to the user, and the "
        "column with the marks to the assignment's grade."
    )
    return Export(sheet, task.filled, notes=[note])


def _blackboard(task: ExportTask) -> Export:
    """For Work Offline > Upload in the Grade Center of Blackboard, or Upload Gradebook."""
    template = Template(task.template) if task.template else None
    if template and ("username" not in template.words or "endoflineindicator" in template.words):
        raise Failure(
            "This is not a Blackboard gradebook, which has a column Username. To get one, in "
            "Blackboard: Work Offline, Download, or Download Gradebook."
        )
    made = _fill_in(template, task, "Blackboard") if template else _new_blackboard(task)
    made.sheet.quoted = True  # Blackboard wants quotes where commas separate
    return made


def _new_blackboard(task: ExportTask) -> Export:
    sheet = Sheet([["Last Name", "First Name", "Username", task.heading]])
    for mark in task.listed:
        student = mark.student
        who = (student.last, student.first, student.others.get("Username") or student.id)
        sheet.rows.append([*map(defused, who), sheet.number(mark.score)])
    note = (
        "Blackboard makes a new text column of this, which counts in no total. To fill in an "
        "existing column, download its gradebook and add it with --template."
    )
    return Export(sheet, task.filled, notes=[note])


def brightspace(task: ExportTask) -> Export:
    """For Grades > Enter Grades > Import in Brightspace."""
    if task.template is None:
        return _new_brightspace(task)
    template = Template(task.template)
    if "endoflineindicator" not in template.words:
        raise Failure(
            "This is not a Brightspace export: it has no column End-of-Line Indicator. To get one, "
            "in Brightspace: Grades, Enter Grades, Export, with the key field Both and points "
            "grades."
        )
    above = "Brightspace reduces marks to its maximum: {}. Set Can Exceed for the grade item there."
    return _fill_in(template, task, "Brightspace", above)


def _new_brightspace(task: ExportTask) -> Export:
    grade = f"{task.heading} Points Grade <Numeric MaxPoints:{task.points:g}>"
    sheet = Sheet([["OrgDefinedId", "Username", grade, "End-of-Line Indicator"]])
    for mark in task.listed:
        given = mark.student.others
        number = given.get("OrgDefinedId", "").removeprefix("#")
        login = given.get("Username", "").removeprefix("#") or mark.student.id
        who = (f"#{each}" if each else "" for each in (number, login))
        sheet.rows.append([*who, sheet.number(mark.score), "#"])
    note = (
        "In Brightspace: Grades, Enter Grades, Import. If no grade item is named exactly "
        f"{task.heading!r}, and you allow it there, a new one is made."
    )
    return Export(sheet, task.filled, notes=[note])


def gradescope(task: ExportTask) -> Export:
    """In the layout in which Gradescope itself exports marks."""
    headings = ["First Name", "Last Name", "SID", "Email", task.heading]
    sheet = Sheet([[*headings, f"{task.heading} - Max Points"]])
    for mark in task.listed:
        student = mark.student
        number = student.others.get("SID") or student.id
        who = map(defused, (student.first, student.last, number, student.email))
        sheet.rows.append([*who, sheet.number(mark.score), sheet.number(task.points)])
    note = (
        "Gradescope documents no import of marks. This is the layout of its own downloads, for "
        "programs that read those. To grade on Gradescope itself: autograder gradescope."
    )
    return Export(sheet, task.filled, notes=[note])


FORMATS: dict[str, Callable[[ExportTask], Export]] = {
    "canvas": _canvas,
    "moodle": _moodle,
    "blackboard": _blackboard,
    "brightspace": brightspace,
    "csv": whole_table,
    "gradescope": gradescope,
}


def exported(task: ExportTask, to: str) -> Export:
    """The marks in one of `FORMATS`.

    Raises:
        Failure: the template cannot be used, or none of the marks has a row in it.
    """
    made = FORMATS[to](task)
    filled = made.filled
    if task.template and filled.not_there and not (filled.written or filled.kept):
        raise Failure(
            f"None of {len(filled.not_there)} marks has a row in the file: it belongs to another "
            "class, or has other ids. Nothing was written."
        )
    return made


def _comment_on(mark: Mark, task: ExportTask) -> str:
    """Each exercise's points, and graders' comments, for the student to read, as HTML, because
    Moodle takes it for HTML."""
    parts = []
    for each in task.exercises:
        score = mark.recorded.scores[each.id]
        earned = f"{score:g}/{each.points:g}" if each.points else f"{score:g} extra"
        parts.append(f"{each.title}: {'void' if each.is_void else earned}")
    if mark.recorded.penalty:
        parts.append(f"for being late -{mark.recorded.penalty:g}")
    said = mark.recorded.comments
    order = [*reversed(task.names)]
    cells = sorted(said, key=lambda cell: order.index(cell) if cell in order else len(order))
    lines = ["; ".join(parts)]
    for cell in cells:
        title = task.names.get(cell, cell)
        texts = filter(None, said[cell].splitlines())
        titled = (title, *(about(exercise.title) for exercise in task.exercises))
        lines += [each if any(t in each for t in titled) else f"{title}: {each}" for each in texts]
    return defused("<br>".join(html.escape(line, quote=False) for line in lines))


def _last_first(mark: Mark) -> str:
    student = mark.student
    parts = [part for part in (student.last, student.first) if part]
    return ", ".join(parts) or student.name or student.id
