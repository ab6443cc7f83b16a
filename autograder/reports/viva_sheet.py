"""Makes a sheet for a talk with a student: questions about their own engine, the answers, and the
engine's lines."""

from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.files import dataclass_from, write_whole
from autograder.marks.class_marks import why_ungraded
from autograder.notebook.grading_notes import VIVA
from autograder.notebook.notebook_files import read_graded
from autograder.notebook.titles import title_of_homework
from autograder.pages.rendering import render
from course.check.quiz.engine_quiz import numbered_lines

RUNS = (
    "Your engine ran forward on this graph, then backward with `one` at its default, then backward "
    "again. The questions are about that last call, unless they name the forward pass."
)


@dataclass(frozen=True)
class VivaSheet:
    """The questions to ask."""

    # Whose engine, and in which homework.
    homework: str
    student: str
    questions: list[list[str]]  # each with its answer
    lines: list[str]  # of the student's engine
    # The graph it ran on, in words and drawn.
    graph: str
    svg: str

    @property
    def drawing(self) -> str:
        """The drawing in base64."""
        return b64encode(self.svg.encode()).decode()

    @property
    def listing(self) -> str:
        """The lines with their numbers."""
        return numbered_lines(self.lines)

    @property
    def text(self) -> str:
        """The sheet for a terminal."""
        questions = [
            f"{number}. {question}\n   Answer: {answer}"
            for number, (question, answer) in enumerate(self.questions, 1)
        ]
        return "\n\n".join([self.graph, RUNS, self.listing, *questions])


def sheet_of(classroom: Classroom, homework: str, student: str) -> VivaSheet:
    """The sheet for a student, from what was noted when their submission was graded.

    Raises:
        Failure: their submission is not graded, another version noted its questions, or there is
            nothing to ask about their engine.
    """
    notebook = read_graded(classroom.autograded(student, homework))
    if notebook is None:
        raise Failure(why_ungraded(classroom, homework, student))
    noted = notebook.metadata.get(VIVA, {})
    if reason := noted.get("none_because"):
        raise Failure(f"No questions about {student}'s engine. Its check said: {reason}")
    if not noted:
        raise Failure(
            f"No questions about {student}'s engine: {homework} has no exercise about it, "
            "or its check heard nothing of it."
        )
    try:
        return dataclass_from(VivaSheet, {**noted, "homework": homework, "student": student})
    except TypeError:  # an earlier version noted something else
        again = classroom.command("grade", homework, "--student", student, "--force")
        raise Failure(
            f"The questions about {student}'s engine were noted in another form than is read here. "
            f"Grade it again: {again}"
        ) from None


def write_viva_page(sheet: VivaSheet, classroom: Classroom) -> Path:
    """Writes the sheet as a page."""
    path = classroom.viva(sheet.student, sheet.homework)
    title = title_of_homework(sheet.homework)
    write_whole(path, render("viva.html.j2", sheet=sheet, title=title, runs=RUNS))
    return path
