"""Makes files with a homework's marks that learning management systems import.

Each format is a function from the marks to an `Export`. Nobody gets a 0 for what is not graded:
without a mark, a row in the LMS's own file stays as it is, and a new file has no row.
"""

from collections.abc import Callable

from autograder.base.failure import Failure
from autograder.base.paths import homeworks
from autograder.lms.comments import comment_on, write_comments
from autograder.lms.export_task import Export, ExportTask
from autograder.lms.sheet import Sheet, defused
from autograder.lms.spreadsheets import whole_table
from autograder.lms.template import Template
from autograder.people.headings import GRADE
from autograder.people.spelling import plain_heading
from autograder.people.student import Student


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
    export = Export(template.sheet, template.fill(column, task.marks, task.ids))
    maximum = template.sheet.as_number(template.maximum(column))
    needed = task.points + (task.extra if above else 0)
    if maximum is not None and maximum not in (task.points, needed):
        extra = f" and {task.extra:g} extra" if task.extra else ""
        export.warnings.append(
            f"{system} has a maximum of {maximum:g} points, {task.homework} has {task.points:g}"
            f"{extra}. Marks are written unchanged. If this is the right column, set the maximum "
            f"in {system} to {needed:g}."
        )
    if maximum is not None and above:
        most = maximum + 1e-6
        exceeding = [m.student.id for m in export.filled.written if (m.value or 0.0) > most]
        if exceeding:
            export.warnings.append(above.format(", ".join(exceeding)))
    template.defuse()
    return export


def _is_of_canvas(template: Template) -> bool:
    headings = template.plain_headings
    return headings[:1] in (["student"], ["lastname"]) and "section" in headings


def _new_file(
    task: ExportTask, headings: list[str], who: Callable[[Student], list[str]], note: str
) -> Export:
    """A file made of the class list. Under these headings are who a student is and, under the last,
    the mark."""
    sheet = Sheet([headings])
    for mark in task.listed:
        sheet.rows.append([*map(defused, who(mark.student)), sheet.number(mark.value)])
    return Export(sheet, task.filled, notes=[note])


def _new_canvas(task: ExportTask) -> Export:
    def who(student: Student) -> list[str]:
        name = ", ".join(filter(None, (student.last, student.first))) or student.name or student.id
        cells = {id: student.cells.get(id) or "" for id in ids}
        cells["SIS Login ID"] = cells["SIS Login ID"] or student.id
        return [name, *cells.values()]

    ids = ("ID", "SIS User ID", "SIS Login ID", "Section")
    note = (
        f"Canvas adds a new assignment unless it has one named exactly '{task.heading}'. "
        "To be sure, export its gradebook and add it with --template."
    )
    export = _new_file(task, ["Student", *ids, task.heading], who, note)
    points = export.sheet.number(task.points)
    export.sheet.rows.insert(1, ["    Points Possible", *[""] * len(ids), points])
    return export


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
    export = _fill_in(template, task, "Moodle", above, column)
    # Moodle's upload takes commas only, whatever a spreadsheet has made of them.
    export.sheet.separator = ","
    if task.comments and (kept := write_comments(template, task, export.filled)):
        export.notes.append(
            "These already have a comment in Moodle. It stays, though it may be about an earlier "
            f"mark: {', '.join(kept)}. To replace one, empty its cell and export again."
        )
    return export


def _new_moodle(task: ExportTask) -> Export:
    export = _new_file(
        task,
        ["ID number", "Email address", "First name", "Last name", task.heading],
        lambda s: [s.cells.get("ID number") or s.id, s.email, s.first, s.last],
        "In Moodle: Grades, Import, CSV file; map ID number or Email address to the user, and the "
        "column with the marks to the assignment's grade.",
    )
    # Moodle ignores a byte order mark, and without one Excel garbles umlauts.
    export.sheet.bom = True
    if task.comments:
        comments = ["Feedback", *(comment_on(mark, task) for mark in task.listed)]
        for row, comment in zip(export.sheet.rows, comments, strict=True):
            row.append(comment)
    return export


def _blackboard(task: ExportTask) -> Export:
    """For Work Offline > Upload in the Grade Center of Blackboard, or Upload Gradebook."""
    template = Template(task.template) if task.template else None
    headings = template.plain_headings if template else ["username"]
    if "username" not in headings or "endoflineindicator" in headings:
        raise Failure(
            "This is not a Blackboard gradebook, which has a column Username. To get one, in "
            "Blackboard: Work Offline, Download, or Download Gradebook."
        )
    if template:
        export = _fill_in(template, task, "Blackboard")
    else:
        export = _new_file(
            task,
            ["Last Name", "First Name", "Username", task.heading],
            lambda s: [s.last, s.first, s.cells.get("Username") or s.id],
            "Blackboard turns this into a new text column, which counts in no total. To fill in "
            "an existing column, download its gradebook and add it with --template.",
        )
    export.sheet.quoted = True  # Blackboard wants quotes where commas separate
    return export


def _brightspace(task: ExportTask) -> Export:
    """For Grades > Enter Grades > Import in Brightspace."""
    if task.template is None:
        return _new_brightspace(task)
    template = Template(task.template)
    if "endoflineindicator" not in template.plain_headings:
        raise Failure(
            "This is not a Brightspace export: it has no column End-of-Line Indicator. To get one, "
            "in Brightspace: Grades, Enter Grades, Export, with the key field Both and points "
            "grades."
        )
    above = "Brightspace reduces marks to its maximum: {}. Set Can Exceed for the grade item there."
    return _fill_in(template, task, "Brightspace", above)


def _new_brightspace(task: ExportTask) -> Export:
    def who(student: Student) -> list[str]:
        ids = student.cells.get("OrgDefinedId", ""), student.cells.get("Username") or student.id
        return [f"#{id.removeprefix('#')}" if id else "" for id in ids]

    grade = f"{task.heading} Points Grade <Numeric MaxPoints:{task.points:g}>"
    note = (
        "In Brightspace: Grades, Enter Grades, Import. If no grade item is named exactly "
        f"{task.heading!r}, and you allow it there, a new one is made."
    )
    export = _new_file(task, ["OrgDefinedId", "Username", grade], who, note)
    for number, row in enumerate(export.sheet.rows):
        row.append("#" if number else "End-of-Line Indicator")
    return export


FORMATS: dict[str, Callable[[ExportTask], Export]] = {
    "canvas": _canvas,
    "moodle": _moodle,
    "blackboard": _blackboard,
    "brightspace": _brightspace,
    "csv": whole_table,
}


def exported(task: ExportTask, to: str) -> Export:
    """The marks in one of `FORMATS`.

    Raises:
        Failure: the template cannot be used, or none of the marks has a row in it; or the column is
            another homework's.
    """
    others = {plain_heading(name): name for name in homeworks() if name != task.homework}
    if other := others.get(plain_heading(task.column or "")):
        raise Failure(
            f"That is the column of {other}, and these marks are of {task.homework}. Nothing was "
            "written."
        )
    export = FORMATS[to](task)
    filled = export.filled
    if task.template and filled.without_row and not (filled.written or filled.kept):
        raise Failure(
            f"None of {len(filled.without_row)} marks has a row in the file: it belongs to another "
            "class, or has other ids. Nothing was written."
        )
    return export
