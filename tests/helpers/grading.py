"""The sample class's submissions of one homework, to be graded, and the marks that they get."""

from functools import cache

from nbformat import NotebookNode
from nbgrader.apps.api import NbGraderAPI

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.classroom import Classroom
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook
from autograder.on_nbgrader.settings import configured
from autograder.on_nbgrader.steps import NbgraderFailed
from tests.autograder.conftest import put
from tests.helpers.submissions import submissions_of

HOMEWORK = "hw1-cosh"


@cache
def sample_of_homework() -> dict[str, NotebookNode]:
    """The submitted notebooks, by student."""
    return {
        student: submission.notebook() for student, submission in submissions_of(HOMEWORK).items()
    }


def hand_in(classroom: Classroom, copies: int = 1) -> list[str]:
    """Hands in each submission `copies` times; returns the ids, a student's name and a number."""
    ids = []
    for name, notebook in sample_of_homework().items():
        for number in range(copies):
            put(classroom, f"{name}{number}", HOMEWORK, notebook)
            ids.append(f"{name}{number}")
    return sorted(ids)


def gradebook(classroom: Classroom) -> dict:
    """All marks of the homework, by student and check."""
    return {
        student: recorded_scores(classroom, HOMEWORK, student)
        for student in classroom.students(HOMEWORK)
    }


def recorded_scores(classroom: Classroom, homework: str, student: str) -> dict | None:
    """The score of each graded check in the gradebook, None for one that waits for a person. If no
    check has a score, returns None: nbgrader enters a submission before its repair can fail."""
    recorded = ClassGradebook(classroom).recorded_submissions(homework).get(student)
    is_graded = recorded and any(score is not None for score in recorded.scores.values())
    return recorded.scores if is_graded else None


def recorded_points(classroom: Classroom, homework: str) -> dict[str, float]:
    """The points of each graded check in the gradebook, in the notebook's order; extra credit
    counts 0."""
    with open_gradebook(classroom) as book:
        (notebook,) = book.find_assignment(homework).notebooks
        points = {cell.name: cell.max_score for cell in notebook.grade_cells}
        return {
            cell.name: points[cell.name] for cell in notebook.source_cells if cell.name in points
        }


def sample_marks(sample: tuple[Classroom, list[SampleSubmission]]) -> dict:
    """The marks in the sample class, which was graded in one go, as `gradebook` returns them if
    each submission is handed in once."""
    classroom, _ = sample
    return {f"{name}0": recorded_scores(classroom, HOMEWORK, name) for name in sample_of_homework()}


def autograde_by_nbgrader(classroom: Classroom, homework: str, student: str) -> None:
    """Does what formgrader's button and nbgrader's own command do."""
    result = NbGraderAPI(config=configured(classroom)).autograde(homework, student)
    if not result["success"]:
        log = result.get("log", "") + result["error"]
        raise NbgraderFailed(log, log)


def put_at_the_end(classroom: Classroom, homework: str, name: str) -> None:
    """Moves a cell to a homework's end in the gradebook, as PostgreSQL does with a changed cell."""
    place = homework, homework
    with open_gradebook(classroom) as book:
        cell = book.find_source_cell(name, *place)
        facts = {each: getattr(cell, each) for each in ("cell_type", "source", "locked")}
        book.db.delete(cell)
        book.db.commit()
        book.update_or_create_source_cell(name, *place, **facts)
        assert book.find_notebook(*place).source_cells[-1].name == name
