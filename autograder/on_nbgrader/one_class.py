"""Calls nbgrader's Python API for one class, and raises exceptions that say what went wrong."""

import os
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import nbgrader.api as api
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.utils import temp_attrs

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.paths import RELEASED, ROOT
from autograder.notebook.cells import grade_id
from autograder.notebook.notebook_files import released_cells
from autograder.notebook.source import write_source
from autograder.on_nbgrader.patches import add_indexes, patch_gradebook, patch_steps
from autograder.on_nbgrader.recorded import RecordedSubmission, recorded_submission
from autograder.on_nbgrader.settings import COURSE_ID, configured, gradebook_url, has_gradebook
from autograder.people.roster import Roster
from autograder.people.student import Student
from autograder.rules.policy_file import policy_of

if TYPE_CHECKING:
    from nbgrader.apps import NbGraderAPI


class NbgraderFailed(Failure):
    """A step of nbgrader failed. The message is the reason in one line; `log` is the full log."""

    def __init__(self, reason: str, log: str):
        super().__init__(reason)
        self.log = log


class Nbgrader:
    """The steps of nbgrader that the autograder takes, for one class."""

    def __init__(self, classroom: Classroom, *, release_to: Path = RELEASED):
        self.classroom = classroom
        self.config = configured(classroom, release_to=release_to)

    def generate(self, homework: str) -> None:
        """Makes the released notebook from the author's text."""
        write_source(homework)  # nbgrader gets one of its own, which no other command can change
        steps = self._steps()
        with tempfile.TemporaryDirectory(prefix="source-") as folder:
            write_source(homework, Path(folder))
            with temp_attrs(steps.coursedir, source_directory=os.path.relpath(folder, ROOT)):
                _demand(steps.generate_assignment(homework, force=True, create=True))

    def feedback(self, homework: str, student: str) -> None:
        """Writes one student's feedback page."""
        _demand(self._steps().generate_feedback(homework, student, force=True))

    def _steps(self) -> "NbGraderAPI":
        """nbgrader's own steps. Importing them takes half a second, so most commands do not."""
        from nbgrader.apps import NbGraderAPI

        patch_steps()
        self.classroom.folder.mkdir(parents=True, exist_ok=True)  # for the gradebook
        steps = NbGraderAPI(config=self.config)
        steps.log_level = "WARN"
        return steps

    def hand_in(self, student: str, homework: str, notebook: NotebookNode) -> None:
        """Puts a notebook where a student's submission belongs."""
        path = self.classroom.submission(student, homework)
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)

    def gradebook(self) -> Gradebook:
        """The class's gradebook, made if it has none; close it by using it in a `with`."""
        patch_gradebook()
        self.classroom.folder.mkdir(parents=True, exist_ok=True)
        book = Gradebook(gradebook_url(self.classroom), COURSE_ID)
        add_indexes(book)
        return book

    def _to_read(self) -> Gradebook:
        """The class's gradebook, to look into. If it has none, it is an empty one in memory."""
        if has_gradebook(self.classroom):
            return self.gradebook()
        patch_gradebook()
        return Gradebook("sqlite://", COURSE_ID)

    def knows(self, homework: str) -> bool:
        """Whether the gradebook has the cells of a homework. Formgrader enters its due date alone,
        if that is typed before the first grading."""
        with self._to_read() as book:
            entered = book.db.query(api.Assignment).filter_by(name=homework)
            return entered.filter(api.Assignment.notebooks.any()).first() is not None

    def due(self, homework: str) -> datetime | None:
        """The due date that the gradebook has for a homework; None if it has none."""
        with self._to_read() as book:
            due = book.db.query(api.Assignment.duedate).filter_by(name=homework).scalar()
            return due.replace(tzinfo=UTC) if due else None

    def submitted(self, homework: str) -> set[str]:
        """The students whose submissions are in the gradebook."""
        with self._to_read() as book:
            return {entry.student_id for entry in book.assignment_submissions(homework)}

    def homeworks_of(self, student: str) -> set[str] | None:
        """The homeworks for which the gradebook has a student's submission; None for an unknown
        student."""
        with self._to_read() as book:
            entry = book.db.get(api.Student, student)
            return None if entry is None else {each.assignment.name for each in entry.submissions}

    def recorded_submissions(self, homework: str) -> dict[str, RecordedSubmission]:
        """All submissions of a homework that are in the gradebook, by student."""
        policy = policy_of(self.classroom)
        with self._to_read() as book:
            submissions = book.assignment_submissions(homework)
            return {entry.student_id: recorded_submission(entry, policy) for entry in submissions}

    def change_mark(
        self,
        student: str,
        homework: str,
        cell: str,
        mark: float | None,
        comment: Callable[[str], str],
    ) -> None:
        """Changes a mark as formgrader does, or leaves it if the new one is None, and the comment
        there, given what was said before.

        Raises:
            Failure: the gradebook has no such mark. Nothing was changed.
        """
        where = (homework, homework, student)
        with self.gradebook() as book:
            try:
                grade = book.find_grade(cell, *where)
                answer = _answered_in(book.find_notebook(homework, homework), cell)
                entry = book.find_comment(answer, *where)
            except api.MissingEntry as error:
                first = self.classroom.command("grade", homework)
                raise Failure(f"The gradebook has no such mark: {error}. First: {first}") from None
            if mark is not None:
                grade.manual_score = mark - (grade.extra_credit or 0.0)
                grade.needs_manual_grade = False
            entry.manual_comment = comment(entry.manual_comment or "")
            book.db.commit()

    def rename(self, old: str, new: str) -> None:
        """Gives a student, if the gradebook has them, another id."""
        with self.gradebook() as book:
            try:
                before = book.find_student(old)
            except api.MissingEntry:
                return
            names = {"first_name": before.first_name, "last_name": before.last_name}
            book.update_or_create_student(new, email=before.email, **names)
            for submission in list(before.submissions):
                submission.student_id = new
            book.db.flush()
            book.db.expire(before)
            book.db.delete(before)
            book.db.commit()

    def people(self) -> dict[str, Student]:
        """The students in the gradebook, by id, with what it knows about them."""
        with self._to_read() as book:
            return {student.id: _student(student) for student in book.students}

    def enter_names(self, roster: Roster) -> None:
        """Copies the students' names and addresses from the class list into the gradebook. If
        several have the same name, their ids are added to the family names, for formgrader's lists.
        """
        if not roster.students:
            return
        listed = {student.id: student for student in roster.students}
        times = Counter(student.name.casefold() for student in roster.students)
        for student in roster.students:
            if student.name and times[student.name.casefold()] > 1:
                listed[student.id] = replace(student, last=f"{student.last} ({student.id})".strip())
        with self.gradebook() as book:
            for entry in book.students:
                student = listed.get(entry.id, Student(entry.id))
                names = {"first_name": student.first, "last_name": student.last}
                for column, value in (names | {"email": student.email}).items():
                    if value:  # PostgreSQL refuses what is longer than its column
                        setattr(entry, column, value[: getattr(api.Student, column).type.length])
            book.db.commit()


@contextmanager
def one_transaction(book: Gradebook) -> Iterator[None]:
    """Commits everything that is entered in this context at its end, or nothing. In between,
    nbgrader's own commits only flush: each would take as long as the disk does."""
    with book.engine.begin() as connection:
        book.db.remove()
        held = {"join_transaction_mode": "rollback_only", "expire_on_commit": False}
        book.db.configure(bind=connection, **held)
        try:
            with book.db.no_autoflush:
                yield
            book.db.flush()
        finally:
            book.db.remove()


def _student(entry: api.Student) -> Student:
    first, last = entry.first_name or "", entry.last_name or ""
    return Student(entry.id, f"{first} {last}".strip(), first, last, entry.email or "")


def student_in(row: dict) -> Student:
    """The student of a row of the gradebook, without the id that `enter_names` may have added."""
    last = (row["last_name"] or "").removesuffix(f"({row['id']})").strip()
    return _student(api.Student(**row | {"last_name": last}))


def cells_in_order(notebook: api.Notebook) -> list[api.SourceCell]:
    """The cells of a homework in the order of its notebook. The gradebook has them in any order: a
    new release adds its cells at the end, and PostgreSQL moves those that are changed there."""
    places = {grade_id(cell): place for place, cell in enumerate(released_cells(notebook.name))}
    return sorted(notebook.source_cells, key=lambda cell: places.get(cell.name, len(places)))


def _answered_in(notebook: api.Notebook, exercise: str) -> str:
    """The cell that the comments on an exercise belong to: itself, or the last answer above it."""
    answers = {cell.name for cell in notebook.solution_cells}
    above = ""
    for cell in cells_in_order(notebook):
        above = cell.name if cell.name in answers else above
        if cell.name == exercise and above:
            return above
    raise api.MissingEntry(f"there is no answer above {exercise}")


def _demand(result: dict) -> None:
    if not result["success"]:
        log = result.get("log", "") + result.get("error", "")
        raise NbgraderFailed(_reason(log), log)


def _reason(log: str) -> str:
    """The most telling line of an nbgrader log: the exception, else the first error."""
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    exceptions = [
        line for line in lines if re.match(r"[\w.]+(?:Error|Failure|NotMade|Unreadable): ", line)
    ]
    errors = [line.split("]", 1)[-1].strip() for line in lines if "ERROR]" in line]
    best = exceptions[-1:] or errors or lines or ["nbgrader gave no reason"]
    return best[0][:300]
