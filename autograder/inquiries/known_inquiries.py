"""Finds inquiries about marks, what they are about, and how they were closed."""

from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.base.files import read_json, write_json
from autograder.base.paths import homeworks
from autograder.inquiries.inquiry_text import answer_in, said_by_check, with_answer
from autograder.inquiries.received_inquiries import Inquiry, Received, note_why_not
from autograder.notebook.exercises import Exercise
from autograder.notebook.notebook_files import read_graded
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.people.roster import current_ids

# Beside the versions of a submission: by exercise, the digests of the texts that were closed.
CLOSED = "inquiries.json"


@dataclass(frozen=True)
class KnownInquiry:
    """An inquiry, and what is known about it."""

    inquiry: Inquiry
    person: str  # the name of the student whose mark it is; empty if unknown
    exercise: Exercise  # what it is about
    score: float | None  # the mark now; None if there is none yet
    # What the check said when it was graded last, in lines as wide as a notebook's.
    check_said: str
    answer: str  # the sentence that closed this or an earlier text on the exercise; or empty
    is_open: bool  # whether this text is still to be answered


def known_inquiries(
    classroom: Classroom, received: Received
) -> tuple[list[KnownInquiry], dict[str, str]]:
    """The inquiries about a mark of this class, open ones first, with the ids that students have
    now; and, by file, why it or some of its texts cannot be used, such as those about no mark."""
    book = ClassGradebook(classroom)
    people, id_now = book.people(), current_ids(classroom)
    names = {inquiry.homework for inquiry in received.inquiries} & {*homeworks()}
    records = {name: book.recorded_submissions(name) for name in names}
    exercises = {name: {each.id: each for each in book.exercises(name)} for name in names}
    # Many texts may be about one submission.
    said_by_checks = cache(partial(_said_by_checks, classroom))
    known, unusable = [], dict(received.unreadable)
    for inquiry in received.inquiries:
        student, homework = id_now.get(inquiry.student, inquiry.student), inquiry.homework
        inquiry = replace(inquiry, student=student)
        recorded = records.get(homework, {}).get(student)
        exercise = exercises.get(homework, {}).get(inquiry.exercise)
        if recorded is None or exercise is None:
            why = f"{homework!r} has no mark of {student!r} for an exercise {inquiry.exercise!r}."
            for file in inquiry.files:
                note_why_not(unusable, file, why)
            continue
        answer = answer_in(recorded.comments, exercise.title)
        _, closed = _closed_digests(classroom, inquiry)
        known.append(
            KnownInquiry(
                inquiry,
                people[student].name,
                exercise,
                recorded.scores.get(exercise.id),
                said_by_checks(student, homework).get(exercise.id, ""),
                answer,
                is_open=not answer or inquiry.digest not in closed.get(exercise.id, []),
            )
        )
    known.sort(key=lambda each: (not each.is_open, each.inquiry.name))
    return known, unusable


def close_inquiry(
    classroom: Classroom, texts: list[KnownInquiry], sentence: str, mark: float | None
) -> None:
    """Closes all texts on one exercise of a student with a sentence for the student, and a mark, or
    None to leave it. It does not close what comes later, as the first may be somebody else's.

    The gradebook gets both as from formgrader: grading again leaves them alone, and `rename` and
    `forget` take them along.

    Raises:
        Failure: the gradebook no longer has such a mark. Nothing was changed.
    """
    inquiry, title = texts[0].inquiry, texts[0].exercise.title
    answer = " ".join(sentence.split())
    ClassGradebook(classroom).change_mark(
        inquiry.student,
        inquiry.homework,
        inquiry.exercise,
        mark,
        lambda comment: with_answer(comment, title, answer),
    )
    path, closed = _closed_digests(classroom, inquiry)
    digests = {*closed.get(inquiry.exercise, []), *(text.inquiry.digest for text in texts)}
    write_json(path, closed | {inquiry.exercise: sorted(digests)})


def _closed_digests(classroom: Classroom, inquiry: Inquiry) -> tuple[Path, dict[str, list[str]]]:
    """The file that says which texts on a submission were closed, and what it says: by exercise,
    the digests of these texts.

    Raises:
        Failure: it cannot be read.
    """
    path = classroom.collected(inquiry.student, inquiry.homework) / CLOSED
    again = (
        "Rename it, and run this again: then all inquiries about that submission are open again."
    )
    return path, read_json(path, dict[str, list[str]], again)


def _said_by_checks(classroom: Classroom, student: str, homework: str) -> dict[str, str]:
    """What each check of a graded submission said, by the id of its cell."""
    notebook = read_graded(classroom.autograded(student, homework))
    return {cell.id: said_by_check(cell) for cell in notebook.cells} if notebook else {}
