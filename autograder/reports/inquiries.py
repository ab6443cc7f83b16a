"""The inquiries about marks beside what they are about, and how they were closed."""

from collections.abc import Iterator
from dataclasses import dataclass

import nbformat
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding

from autograder.base.paths import Classroom, homeworks
from autograder.classroom.nbgrader_api import Nbgrader, Recorded
from autograder.grading.by_hand import decide, decided
from autograder.reports.exercises import Exercise, exercises_of
from autograder.reports.inquiry import Inquiry, Received, verdict


class NoSuchMark(Exception):
    """An inquiry is about no mark of this class; the message says why."""


@dataclass(frozen=True)
class Case:
    """An inquiry, and what is known.

    Attributes:
        inquiry: the student's.
        exercise: what it is about.
        score: the mark now; None if there is none yet.
        verdict: of the check, when it was graded last.
        answer: the sentence with which it was closed; empty if it is open.
    """

    inquiry: Inquiry
    exercise: Exercise
    score: float | None
    verdict: str
    answer: str


def about(exercise: Exercise) -> str:
    """What a sentence on an exercise begins with."""
    return f"About {exercise.title}: "


def cases(classroom: Classroom, received: Received) -> list[Case]:
    """The inquiries that are about a mark of this class, open ones first. The others are told in
    `received.unreadable`."""
    known = _Known(classroom)
    found = []
    for inquiry in received.inquiries:
        try:
            found.append(known.case(inquiry))
        except NoSuchMark as reason:
            received.unreadable[inquiry.name] = str(reason)
    return sorted(found, key=lambda case: (bool(case.answer), case.inquiry.name))


def answer(classroom: Classroom, case: Case, sentence: str, mark: float | None) -> None:
    """Closes an inquiry: a sentence for the student, and a mark, or None if it stays.

    Raises:
        Failure: the gradebook has no such mark any more.
    """
    inquiry = case.inquiry
    decide(
        classroom,
        inquiry.homework,
        inquiry.student,
        inquiry.exercise,
        about(case.exercise),
        sentence=" ".join(sentence.split()),
        mark=mark,
    )


def printed(found: list[Case], unreadable: dict[str, str]) -> RenderableType:
    """The list for a terminal."""
    is_open = [case for case in found if not case.answer]
    return Group(
        f"{len(is_open)} open, {len(found) - len(is_open)} closed.",
        *(line for case in found for line in _lines(case)),
        *(["\n[bold]Not used[/]"] if unreadable else []),
        *(f"  {escape(name)}: {escape(reason)}" for name, reason in unreadable.items()),
    )


def _lines(case: Case) -> Iterator[RenderableType]:
    score = "no mark yet" if case.score is None else f"{case.score:g}"
    yield f"\n[bold]{escape(case.inquiry.name)}[/]"
    mark = f"{score} of {case.exercise.most:g}"
    then = f" (their page said {case.inquiry.mark})" if case.inquiry.mark not in ("", mark) else ""
    yield f"  {escape(case.exercise.title)}: {mark}{escape(then)}"
    for who, said in (
        ("The check", case.verdict),
        ("The student", case.inquiry.reason or "gives no reason."),
        ("Closed", case.answer),
    ):
        if said:
            yield f"  [dim]{who}:[/]"
            yield Padding(escape(said), (0, 0, 0, 4))  # so that nothing in it looks like these


class _Known:
    """What is known of a class; each homework is looked up once, and each submission."""

    def __init__(self, classroom: Classroom):
        self._classroom = classroom
        self._recorded: dict[str, dict[str, Recorded]] = {}
        self._exercises: dict[str, dict[str, Exercise]] = {}
        self._verdicts: dict[tuple[str, str], dict[str, str]] = {}

    def case(self, inquiry: Inquiry) -> Case:
        """What an inquiry is about.

        Raises:
            NoSuchMark: there is no such mark.
        """
        homework = inquiry.homework
        if homework not in homeworks():
            raise NoSuchMark(f"There is no homework {homework!r}.")
        if homework not in self._recorded:
            self._recorded[homework] = Nbgrader(self._classroom).recorded(homework)
            listed = exercises_of(self._classroom, homework, needed=False)
            self._exercises[homework] = {each.id: each for each in listed}
        recorded = self._recorded[homework].get(inquiry.student)
        exercise = self._exercises[homework].get(inquiry.exercise)
        if recorded is None:
            raise NoSuchMark(f"There is no mark of a student {inquiry.student!r} in {homework}.")
        if exercise is None:
            raise NoSuchMark(f"There is no exercise {inquiry.exercise!r} in {homework}.")
        return Case(
            inquiry,
            exercise,
            recorded.scores.get(exercise.id),
            self._verdict(inquiry),
            decided(recorded.comments, about(exercise)),
        )

    def _verdict(self, inquiry: Inquiry) -> str:
        graded = inquiry.student, inquiry.homework
        if graded not in self._verdicts:
            path = self._classroom.autograded(*graded)
            cells = nbformat.read(path, as_version=4).cells if path.exists() else []
            self._verdicts[graded] = {cell.id: verdict(cell) for cell in cells}
        return self._verdicts[graded].get(inquiry.exercise, "")
