"""Reads and changes a class's gradebook, which is nbgrader's."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import nbgrader.api as api
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.notebook.cells import extra_credit_of, grade_id
from autograder.notebook.exercises import Exercise, Exercises
from autograder.notebook.notebook_files import released_cells
from autograder.notebook.titles import exercise_titles, name_from_id
from autograder.on_nbgrader.patches import add_indexes, patch_gradebook
from autograder.on_nbgrader.recorded_scores import (
    RecordedSubmission,
    hand_in_times,
    recorded_submission,
    whole_submissions,
)
from autograder.on_nbgrader.save_cells import save_cells
from autograder.on_nbgrader.settings import COURSE_ID, gradebook_url, has_gradebook
from autograder.people.roster import Roster
from autograder.people.student import Student
from autograder.rules.policy_file import policy_of


@dataclass(frozen=True)
class ClassGradebook:
    """The gradebook of a class. Reading it does not create it."""

    classroom: Classroom

    def knows(self, homework: str) -> bool:
        """Whether the gradebook has the cells of a homework. It may have only a due date, if
        somebody typed one in formgrader before the first grading."""
        with self._looked_into() as book:
            entered = book.db.query(api.Assignment).filter_by(name=homework)
            return entered.filter(api.Assignment.notebooks.any()).first() is not None

    def due(self, homework: str) -> datetime | None:
        """The due date that the gradebook has for a homework; None if it has none."""
        with self._looked_into() as book:
            due = book.db.query(api.Assignment.duedate).filter_by(name=homework).scalar()
            return due.replace(tzinfo=UTC) if due else None

    def submitted(self, homework: str) -> set[str]:
        """The students whose submissions are in the gradebook."""
        with self._looked_into() as book:
            return {entry.student_id for entry in book.assignment_submissions(homework)}

    def homeworks_of(self, student: str) -> set[str] | None:
        """The homeworks for which the gradebook has a student's submission; None for an unknown
        student."""
        with self._looked_into() as book:
            entry = book.db.get(api.Student, student)
            return None if entry is None else {each.assignment.name for each in entry.submissions}

    def recorded_submissions(self, homework: str) -> dict[str, RecordedSubmission]:
        """All submissions of a homework that are in the gradebook, by student."""
        policy = policy_of(self.classroom)
        with self._looked_into() as book:
            submissions = whole_submissions(book, homework)
            return {entry.student_id: recorded_submission(entry, policy) for entry in submissions}

    def exercises(self, homework: str) -> Exercises:
        """The exercises of a homework; none if it was not entered."""
        titles = exercise_titles(homework)
        with self._looked_into() as book:
            try:
                notebook = book.find_notebook(homework, homework)
            except api.MissingEntry:
                return Exercises()
            graded = {cell.name: cell for cell in notebook.grade_cells}
            cells = _in_order(notebook)
            return Exercises(
                Exercise(
                    cell.name,
                    titles.get(cell.name) or name_from_id(cell.name),
                    graded[cell.name].max_score,
                    extra=float(extra_credit_of(cell)),
                    by_hand=cell.cell_type == "markdown",
                )
                for cell in cells
                if cell.name in graded
            )

    def hand_in_times(self, student: str, homework: str) -> dict[str, datetime | None]:
        """When a student, who must have handed in this homework, handed in each homework; None for
        an unknown time."""
        with self._looked_into() as book:
            return hand_in_times(book, book.find_submission(homework, student))

    def enter(self, homework: str, released: NotebookNode) -> None:
        """Enters the cells of a homework as it is released.

        Raises:
            Failure: a check that has given marks is not among them. Nothing was changed.
        """
        with open_gradebook(self.classroom) as book, one_transaction(book):
            save_cells(book, homework, released)

    def change_mark(
        self,
        student: str,
        homework: str,
        cell: str,
        mark: float | None,
        comment: Callable[[str], str],
    ) -> None:
        """Changes a mark as formgrader does, or leaves it if the new one is None. Also changes the
        comment on it, given the comment before.

        Raises:
            Failure: the gradebook has no such mark. Nothing was changed.
        """
        where = (homework, homework, student)
        with open_gradebook(self.classroom) as book:
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

    def remove(self, student: str) -> None:
        """Removes a student, who must be in the gradebook, and all that it has about them."""
        with open_gradebook(self.classroom) as book:
            book.remove_student(student)

    def rename(self, old: str, new: str) -> None:
        """Gives a student another id, if the gradebook has the student."""
        with open_gradebook(self.classroom) as book:
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
        with self._looked_into() as book:
            return {student.id: _student(student) for student in book.students}

    def enter_names(self, roster: Roster) -> None:
        """Copies the students' names and addresses from the class list into the gradebook. If
        several have the same name, their ids are added to the family names, for formgrader's lists.
        """
        if not roster.students:
            return
        listed = dict(roster.by_id)
        times = Counter(student.name.casefold() for student in roster.students)
        for student in roster.students:
            if student.name and times[student.name.casefold()] > 1:
                listed[student.id] = replace(student, last=f"{student.last} ({student.id})".strip())
        with open_gradebook(self.classroom) as book:
            for entry in book.students:
                student = listed.get(entry.id, Student(entry.id))
                names = {"first_name": student.first, "last_name": student.last}
                for column, value in (names | {"email": student.email}).items():
                    if value:  # PostgreSQL refuses a text longer than its column
                        setattr(entry, column, value[: getattr(api.Student, column).type.length])
            book.db.commit()

    def _looked_into(self) -> Gradebook:
        """The gradebook, opened for reading. If there is none, this is an empty one in memory."""
        if has_gradebook(self.classroom):
            return open_gradebook(self.classroom)
        patch_gradebook()
        return Gradebook("sqlite://", COURSE_ID)


def open_gradebook(classroom: Classroom) -> Gradebook:
    """nbgrader's object for a class's gradebook, which is created if there is none. Use it in a
    `with`, which closes it. Only this package knows its tables."""
    patch_gradebook()
    classroom.folder.mkdir(parents=True, exist_ok=True)
    book = Gradebook(gradebook_url(classroom), COURSE_ID)
    add_indexes(book)
    return book


@contextmanager
def one_transaction(book: Gradebook) -> Iterator[None]:
    """Commits everything that is entered in this context when it ends, or nothing if it fails. In
    between, nbgrader's own commits only flush, since each real commit waits for the disk."""
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
    """The student in a row of the gradebook. If `enter_names` added an id to the name, it is left
    out."""
    last = (row["last_name"] or "").removesuffix(f"({row['id']})").strip()
    return _student(api.Student(**row | {"last_name": last}))


def _in_order(notebook: api.Notebook) -> list[api.SourceCell]:
    """The cells of a homework in the order of its notebook. In the gradebook, they may be in
    another order: cells of a new release come last, and so do cells that PostgreSQL has changed."""
    places = {grade_id(cell): place for place, cell in enumerate(released_cells(notebook.name))}
    return sorted(notebook.source_cells, key=lambda cell: places.get(cell.name, len(places)))


def _answered_in(notebook: api.Notebook, exercise: str) -> str:
    """The cell to which comments on an exercise belong: the exercise's own cell, or the last answer
    above it."""
    answers = {cell.name for cell in notebook.solution_cells}
    above = ""
    for cell in _in_order(notebook):
        above = cell.name if cell.name in answers else above
        if cell.name == exercise and above:
            return above
    raise api.MissingEntry(f"there is no answer above {exercise}")
