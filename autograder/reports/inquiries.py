"""Inquiries about marks, with what they are about, and how they were closed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

import nbformat
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding

from autograder.base.paths import Classroom, Failure, homeworks
from autograder.classroom.nbgrader_api import Nbgrader, Recorded
from autograder.grading.decision import decide, decided
from autograder.reports.exercises import Exercise, exercises_of
from autograder.reports.inquiry import Inquiry, Received, about, tag_of, verdict


class NoSuchMark(Exception):
    """An inquiry is not about a mark of this class; the message says why."""


@dataclass(frozen=True)
class KnownInquiry:
    """An inquiry, and what is known about it."""

    inquiry: Inquiry
    person: str  # the name of the student whose mark it is; empty if unknown
    exercise: Exercise  # what it is about
    score: float | None  # the mark now; None if there is none yet
    verdict: str  # of the check, when it was graded last
    answer: str  # the sentence that closed it; empty if it is open
    before: str  # the answer to an earlier inquiry, with which they also disagree


def cases(classroom: Classroom, received: Received) -> list[KnownInquiry]:
    """The inquiries about a mark of this class, open ones first. The others go into
    `received.unreadable`."""
    known, nbgrader = {}, Nbgrader(classroom)
    names = {student.id: student.name for student in nbgrader.people().values()}
    for name in {each.homework for each in received.inquiries} & {*homeworks()}:
        exercises = {each.id: each for each in exercises_of(classroom, name, needed=False)}
        known[name] = nbgrader.recorded(name), exercises
    verdicts = cache(partial(_verdicts, classroom))  # many texts may be about one submission
    found = []
    for inquiry in received.inquiries:
        try:
            found.append(_case(inquiry, names, known, verdicts))
        except NoSuchMark as reason:
            received.unreadable[inquiry.name] = str(reason)
    return sorted(found, key=lambda case: (bool(case.answer), case.inquiry.name))


def answer(classroom: Classroom, case: KnownInquiry, sentence: str, mark: float | None) -> None:
    """Closes an inquiry with a sentence for the student, and a mark, or None to leave it.

    Raises:
        Failure: the gradebook no longer has such a mark, or they disagree with this very sentence.
    """
    inquiry, sentence = case.inquiry, " ".join(sentence.split())
    if sentence == case.before:
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


def printed(found: list[KnownInquiry], unreadable: dict[str, str]) -> RenderableType:
    """The list for a terminal."""
    is_open = [case for case in found if not case.answer]
    return Group(
        f"{len(is_open)} open, {len(found) - len(is_open)} closed.",
        *(line for case in found for line in _lines(case)),
        *(["\n[bold]Not used[/]"] if unreadable else []),
        *(f"  {escape(name)}: {escape(reason)}" for name, reason in unreadable.items()),
    )


def _lines(case: KnownInquiry) -> Iterator[RenderableType]:
    score = "no mark yet" if case.score is None else f"{case.score:g}"
    yield f"\n[bold]{escape(case.inquiry.name)}[/]"
    told = f"{case.person}, in {case.inquiry.file}" if case.person else f"In {case.inquiry.file}"
    yield f"  [dim]{escape(told)}[/]"
    mark = f"{score} of {case.exercise.most:g}"
    then = f" (their page said {case.inquiry.mark})" if case.inquiry.mark not in ("", mark) else ""
    yield f"  {escape(case.exercise.title)}: {mark}{escape(then)}"
    for who, said in (
        ("The check", case.verdict),
        ("Earlier answer", case.before),
        ("The student", case.inquiry.reason or "gives no reason."),
        ("Closed", case.answer),
    ):
        if said:
            yield f"  [dim]{who}:[/]"
            yield Padding(escape(said), (0, 0, 0, 4))  # so that nothing in it looks like our lines


def _verdicts(classroom: Classroom, student: str, homework: str) -> dict[str, str]:
    """What each check of a graded submission said, by the id of its cell."""
    path = classroom.autograded(student, homework)
    cells = nbformat.read(path, as_version=4).cells if path.exists() else []
    return {cell.id: verdict(cell) for cell in cells}


def _case(
    inquiry: Inquiry,
    names: dict[str, str],
    known: dict[str, tuple[dict[str, Recorded], dict[str, Exercise]]],
    verdicts: Callable[[str, str], dict[str, str]],
) -> KnownInquiry:
    """What an inquiry is about.

    Raises:
        NoSuchMark: there is no such mark.
    """
    homework = inquiry.homework
    if homework not in known:
        raise NoSuchMark(f"There is no homework {homework!r}.")
    marks, exercises = known[homework]
    recorded, exercise = marks.get(inquiry.student), exercises.get(inquiry.exercise)
    if recorded is None:
        raise NoSuchMark(f"{homework} has no mark for a student {inquiry.student!r}.")
    if exercise is None:
        raise NoSuchMark(f"{homework} has no exercise {inquiry.exercise!r}.")
    answer = decided(recorded.comments, about(exercise.title))
    disagrees = bool(answer) and inquiry.answered == tag_of(answer)
    return KnownInquiry(
        inquiry,
        names.get(inquiry.student, ""),
        exercise,
        recorded.scores.get(exercise.id),
        verdicts(inquiry.student, homework).get(exercise.id, ""),
        answer="" if disagrees else answer,
        before=answer if disagrees else "",
    )
