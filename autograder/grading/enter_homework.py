"""Refuses to grade a homework whose text has changed since its release, and enters a homework in
the gradebook."""

from nbformat import NotebookNode

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.files import read_text, sha256, write_whole
from autograder.base.paths import released_path, short
from autograder.notebook.cells import (
    grade_id,
    is_graded,
    is_judged,
    is_locked,
    is_solution,
    points_of,
    ruling_of,
)
from autograder.notebook.notebook_files import read_released
from autograder.notebook.set_up import SET_UP
from autograder.notebook.source import read_source, source_path, write_source
from autograder.on_nbgrader.gradebook import ClassGradebook
from course.messages.given_cells import as_written


def refuse_outdated_release(homework: str) -> None:
    """Makes sure that the released notebook was made from the author's present text. Students'
    answers are put into the cells of the notebook, but points and checks are taken from the text.

    Raises:
        Failure: it was made from another text.
    """
    source, path = read_source(homework), released_path(homework)
    if _cells_for_marks(source) != _cells_for_marks(read_released(path)):
        raise Failure(
            f"{short(path)} is not made from solutions/{source_path(homework).name} as it is "
            f"now, so nothing was graded. First: autograder release {homework}"
        )


def _cells_for_marks(notebook: NotebookNode) -> dict[str, tuple]:
    """What marks depend on in the cells of a notebook. This leaves out the set-up cell, whatever
    the release adds, and the source of the checks, since grading takes them from the text."""
    cells = {}
    for cell in notebook.cells:
        name = grade_id(cell)
        if name in ("", SET_UP):
            continue
        given_text = as_written(cell.source) if is_locked(cell) and not is_judged(cell) else ""
        settings = is_graded(cell), is_solution(cell), points_of(cell), ruling_of(cell)
        cells[name] = settings, given_text
    return cells


def enter_homework(classroom: Classroom, homework: str) -> None:
    """Makes sure that the gradebook has the cells of a homework as it is released.

    Raises:
        Failure: the homework no longer has a check that has given marks.
    """
    noted = classroom.journals / f"{homework}.source"
    book, version = ClassGradebook(classroom), sha256(released_path(homework).read_bytes())
    if read_text(noted) == version and book.knows(homework):
        return
    write_source(homework)  # formgrader lists the homeworks that have one
    book.enter(homework, read_released(released_path(homework)))
    write_whole(noted, version)
