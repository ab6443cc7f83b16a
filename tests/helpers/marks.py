"""Marks of a small homework, to be exported."""

import csv
import io
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.marks.class_marks import Mark, NoMark
from autograder.notebook.exercises import Exercise, Exercises
from autograder.on_nbgrader.gradebook import open_gradebook
from autograder.on_nbgrader.recorded_scores import RecordedSubmission
from autograder.people.student import Student
from tests.autograder.conftest import copied

HOMEWORK = "hw1-cosh"
EXERCISES = Exercises(
    [
        Exercise("linear-check", "1 Linear approximation", 2.0),
        Exercise("sinh-check", "2 sinh", 8.0),
        Exercise("more-check", "3 More (extra credit)", 0.0, 2.0),
    ]
)


def mark(
    student_id,
    first="",
    last="",
    scores=(2.0, 5.5, 0.0),
    why: NoMark | None = None,
    penalty=0.0,
    cells=(),
) -> Mark:
    student = Student(
        student_id, f"{first} {last}".strip(), first, last, f"{student_id}@x.edu", dict(cells)
    )
    if why:
        return Mark(student, no_mark=why)
    score = max(0.0, sum(scores) - penalty)
    marks = {each.id: earned for each, earned in zip(EXERCISES, scores, strict=True)}
    recorded = RecordedSubmission(marks, score, extra=scores[2], penalty=penalty)
    return Mark(student, recorded)


def rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def class_with_cases(sample, folder: Path) -> Classroom:
    """A copy of the sample class, with a manual score, a late penalty, an ungraded check and a
    damaged submission."""
    classroom = copied(sample[0], folder)
    with open_gradebook(classroom) as book:
        book.find_grade("sinh-check", HOMEWORK, HOMEWORK, "goro").manual_score = 1.5
        late = book.find_submission_notebook(HOMEWORK, HOMEWORK, "hana")
        late.late_submission_penalty = 5
        needy = book.find_grade("sinh-check", HOMEWORK, HOMEWORK, "ivo")
        needy.auto_score = None
        book.db.commit()
    damaged = classroom.submission("pia", HOMEWORK)
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"%PDF-1.7")
    (classroom.folder / "roster.csv").write_text(
        "id,name,email\nnina,Nina Nobody,n@x.edu\nada,Ada A,\n"
    )
    return classroom
