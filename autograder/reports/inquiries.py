"""Inquiries about marks, with what they are about, and how they were closed."""

import json
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import nbformat

from autograder.afterwards.decision import decide, decided
from autograder.base.failure import Failure
from autograder.base.files import sha256, write_whole
from autograder.base.paths import Classroom, homeworks
from autograder.marks.exercises import Exercise, exercises_of
from autograder.on_nbgrader.nbgrader_api import Nbgrader, RecordedSubmission
from autograder.people.roster import current_ids
from autograder.reports.inquiry_text import Inquiry, Received, about, said_by_check, tag_of

# Beside the versions of a submission: by exercise, the hashes of the reasons that were closed.
CLOSED = "inquiries.json"


@dataclass(frozen=True)
class KnownInquiry:
    """An inquiry, and what is known about it."""

    inquiry: Inquiry
    person: str  # the name of the student whose mark it is; empty if unknown
    exercise: Exercise  # what it is about
    score: float | None  # the mark now; None if there is none yet
    said: str  # by the check, when it was graded last; in lines as wide as a notebook's
    answer: str  # the sentence that closed it; empty if it is open
    # If it is open, the answer to another text on the exercise: one they also disagree with, or
    # one that somebody else may have sent in their name.
    before: str


def known_inquiries(classroom: Classroom, received: Received) -> list[KnownInquiry]:
    """The inquiries about a mark of this class, open ones first, with the ids that students have
    now. The others go into `received.unreadable`."""
    nbgrader, now = Nbgrader(classroom), current_ids(classroom)
    people, marks, exercises = nbgrader.people(), {}, {}
    for name in {each.homework for each in received.inquiries} & {*homeworks()}:
        marks[name] = nbgrader.recorded(name)
        of_it = exercises_of(classroom, name, needed=False)
        exercises[name] = {each.id: each for each in of_it}
    said = cache(partial(_said_by_checks, classroom))  # many texts may be about one submission
    found = []
    for inquiry in received.inquiries:
        inquiry = replace(inquiry, student=now.get(inquiry.student, inquiry.student))
        if why := _why_unknown(inquiry, marks, exercises):
            received.unreadable[inquiry.name] = why
            continue
        student, homework = inquiry.student, inquiry.homework
        recorded, exercise = marks[homework][student], exercises[homework][inquiry.exercise]
        answer = decided(recorded.comments, about(exercise.title))
        is_closed = _is_closed(classroom, inquiry, answer)
        found.append(
            KnownInquiry(
                inquiry,
                people[student].name,
                exercise,
                recorded.scores.get(exercise.id),
                said(student, homework).get(exercise.id, ""),
                answer=answer if is_closed else "",
                before="" if is_closed else answer,
            )
        )
    return sorted(found, key=lambda case: (bool(case.answer), case.inquiry.name))


def _why_unknown(
    inquiry: Inquiry,
    marks: dict[str, dict[str, RecordedSubmission]],
    exercises: dict[str, dict[str, Exercise]],
) -> str:
    """Why an inquiry is about no mark of the class, in a sentence; empty if it is about one."""
    homework = inquiry.homework
    if homework not in marks:
        return f"There is no homework {homework!r}."
    if inquiry.student not in marks[homework]:
        return f"{homework} has no mark for a student {inquiry.student!r}."
    if inquiry.exercise not in exercises[homework]:
        return f"{homework} has no exercise {inquiry.exercise!r}."
    return ""


def _is_closed(classroom: Classroom, inquiry: Inquiry, answer: str) -> bool:
    """Whether this text was closed with the answer, and does not disagree with it."""
    was_there = _reason_hash(inquiry) in _closed(classroom, inquiry)[1].get(inquiry.exercise, [])
    return bool(answer) and was_there and inquiry.answered != tag_of(answer)


def close_inquiry(
    classroom: Classroom, texts: list[KnownInquiry], sentence: str, mark: float | None
) -> None:
    """Closes all texts on one exercise of a student with a sentence for the student, and a mark, or
    None to leave it. It does not close what comes later, as the first may be somebody else's.

    Raises:
        Failure: the gradebook no longer has such a mark, or they disagree with this very sentence.
    """
    case, sentence = texts[0], " ".join(sentence.split())
    inquiry = case.inquiry
    if any(each.inquiry.answered == tag_of(sentence) for each in texts):
        raise Failure("The student has read this sentence and disagrees with it. Write another.")
    decide(
        classroom,
        inquiry.homework,
        inquiry.student,
        inquiry.exercise,
        about(case.exercise.title),
        sentence=sentence,
        mark=mark,
    )
    path, closed = _closed(classroom, inquiry)
    reasons = {*closed.get(inquiry.exercise, []), *(_reason_hash(each.inquiry) for each in texts)}
    write_whole(path, json.dumps(closed | {inquiry.exercise: sorted(reasons)}, indent=1) + "\n")


def _closed(classroom: Classroom, inquiry: Inquiry) -> tuple[Path, dict[str, list[str]]]:
    """The file that says which texts on a submission were closed, and what it says.

    Raises:
        Failure: it cannot be read.
    """
    path = classroom.collected(inquiry.student, inquiry.homework) / CLOSED
    try:
        return path, json.loads(path.read_bytes())
    except FileNotFoundError:
        return path, {}
    except ValueError:
        raise Failure(
            f"{path} is damaged. Rename it, and run this again: then all inquiries about that "
            "submission are open again."
        ) from None


def _reason_hash(inquiry: Inquiry) -> str:
    """The hash by which a text is recognised, in whatever mail it comes."""
    return sha256(" ".join(inquiry.reason.split()).encode("utf-8", "replace"))[:16]


def _said_by_checks(classroom: Classroom, student: str, homework: str) -> dict[str, str]:
    """What each check of a graded submission said, by the id of its cell."""
    path = classroom.autograded(student, homework)
    cells = nbformat.read(path, as_version=4).cells if path.exists() else []
    return {cell.id: said_by_check(cell) for cell in cells}
