"""Reads the rows about a student from the gradebook, and puts them back, even after a new release
of a homework."""

from collections.abc import Iterator
from datetime import datetime

from nbgrader.api import Assignment, Base, Comment, Grade, Gradebook, Student
from sqlalchemy import DateTime, insert, select

from autograder.base.classroom import Classroom
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook
from autograder.on_nbgrader.save_cells import add_missing_rows

_STUDENT, _SUBMISSION = "student", "submitted_assignment"  # tables
_IDS = {_STUDENT: "id", _SUBMISSION: "student_id"}  # the columns with the student's id
_CELL = "cell"  # the entry in which a row about a cell also has the cell's name

Rows = list[tuple[str, dict]]  # each with the name of its table


def rows_of(classroom: Classroom, student: str) -> Rows:
    """The rows about a student, in a form that JSON can hold. First comes the row of the student,
    then each submission, followed by all that belongs to it."""
    with open_gradebook(classroom) as book:
        entry = book.db.get(Student, student)
        entries = [entry] if entry else []
        for submission in entry.submissions if entry else []:
            entries.append(submission)
            for notebook in submission.notebooks:
                entries += [notebook, *notebook.grades, *notebook.comments]
        return [row for entry in entries for row in _rows_about(book, entry)]


def _rows_about(book: Gradebook, entry: Base) -> Iterator[tuple[str, dict]]:
    """The rows about one entry, each in its table."""
    name = {_CELL: entry.cell.name} if isinstance(entry, Grade | Comment) else {}
    for table in entry.__mapper__.tables:
        row = book.db.execute(select(table).where(table.c.id == entry.id)).mappings().one()
        times = {column: at.isoformat() for column, at in row.items() if isinstance(at, datetime)}
        yield table.name, name | {**row, **times}


def rows_by_homework(classroom: Classroom, rows: Rows) -> tuple[Rows, dict[str, Rows]]:
    """The rows about the student alone, and the others by homework. Rows of a homework that the
    gradebook no longer has are under an empty name."""
    with open_gradebook(classroom) as book:
        homeworks = {assignment.id: assignment.name for assignment in book.db.query(Assignment)}
    about_student: Rows = []
    others: dict[str, Rows] = {}
    homework = ""
    for table, row in rows:  # a submission, then all that belongs to it
        if table == _SUBMISSION:
            homework = homeworks.get(row["assignment_id"], "")
        kept = about_student if table == _STUDENT else others.setdefault(homework, [])
        kept.append((table, row))
    return about_student, others


def put_rows(
    classroom: Classroom, student: str, about_student: Rows, others: dict[str, Rows]
) -> dict[str, list[str]]:
    """Puts rows, as `rows_by_homework` gives them, into the gradebook, under the present id of the
    student. Rows about the student are left out if the gradebook already has some. So are the rows
    of a homework that an interrupted run has already put there. If the cells of a homework have
    changed, rows of cells that are gone are left out, and rows for new cells are added.

    Returns:
        What people had entered for cells that are gone, in sentences, by homework.
    """
    marked = ClassGradebook(classroom).homeworks_of(student)
    lost: dict[str, list[str]] = {}
    with open_gradebook(classroom) as book:
        if marked is None:
            _insert(book, student, about_student)
        for homework in others:
            assignment = book.find_assignment(homework)
            rows, gone = _matched(others[homework], assignment)
            lost[homework] = [sentence for row in gone for sentence in _entered_by_people(row)]
            if homework not in (marked or ()):
                _insert(book, student, rows)
                for notebook in assignment.notebooks:
                    add_missing_rows(book, notebook)
        book.db.commit()
    return lost


def _matched(rows: Rows, assignment: Assignment) -> tuple[Rows, list[dict]]:
    """The rows, with the numbers that their cells have now, and separately the rows whose cells are
    gone. Rows that earlier versions stored do not have the names of their cells."""
    cells: dict[tuple[str, str], str] = {}
    for notebook in assignment.notebooks:
        cells |= {("grade", cell.name): cell.id for cell in notebook.grade_cells}
        cells |= {("comment", cell.name): cell.id for cell in notebook.solution_cells}
    kept: Rows = []
    gone: list[dict] = []
    for table, row in rows:
        if "cell_id" in row:
            row = row | {"cell_id": cells.get((table, row.get(_CELL, "")), row["cell_id"])}
            if row["cell_id"] not in cells.values():
                gone.append(row)
                continue
        kept.append((table, row))
    return kept, gone


def _entered_by_people(row: dict) -> Iterator[str]:
    """Sentences on what a person had entered in a row whose cell is gone."""
    reason = f"the homework no longer has {row.get(_CELL) or 'that cell'}"
    if (mark := row.get("manual_score")) is not None:
        yield f"A mark by hand, {mark:g}, is lost: {reason}."
    if extra := row.get("extra_credit"):
        yield f"Extra credit by hand, {extra:g}, is lost: {reason}."
    if comment := row.get("manual_comment"):
        yield f"A comment is lost: {reason}. It said: {comment}"


def _insert(book: Gradebook, student: str, rows: Rows) -> None:
    for name, row in rows:
        table = Base.metadata.tables[name]
        values = {column.name: row[column.name] for column in table.columns}
        if name in _IDS:
            values[_IDS[name]] = student
        for column in table.columns:
            if isinstance(column.type, DateTime) and row[column.name]:
                values[column.name] = datetime.fromisoformat(row[column.name])
        book.db.execute(insert(table).values(**values))
