"""Whose exercises a submission is judged on, if students have their own versions.

The class list says who a student is, and so which variant is theirs; after a change of id, so are
those of the former ids. Nobody loses points because the notebook showed another one, unless it is
somebody else's, which the instructor is told.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autograder.base.sentences import first_of

if TYPE_CHECKING:
    from autograder.judge.cell_verdict import Verdict

MAX_OWNERS = 3  # students whose answers somebody has


@dataclass(frozen=True)
class Owner:
    """Who a submission is from."""

    # The id in the class list; if empty, the exercises are those that the notebook showed.
    student: str = ""
    # The id in the notebook's set-up cell, whose exercises it showed; empty for the standard ones.
    shown: str = ""
    # The ids of all others in the class: who has each now, by present and former id.
    others: Mapping[str, str] = field(default_factory=dict)
    former: tuple[str, ...] = ()  # the ids that the student had before

    @classmethod
    def of(cls, student: str, everybody: Mapping[str, str]) -> "Owner":
        """A student of a class; which exercises the notebook showed is filled in later.

        Args:
            everybody: who has each id now, by present and former id.
        """
        others = {id: now for id, now in everybody.items() if student not in (id, now)}
        former = [id for id, now in everybody.items() if now == student != id]
        return cls(student, others=others, former=tuple(former))

    @property
    def own(self) -> str:
        """The id whose exercises are the student's."""
        return self.student or self.shown

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids whose exercises are the student's."""
        return self.own, *self.former

    def problem(self) -> str:
        """What is wrong with the id in the notebook, as a predicate of "its set-up cell"; empty if
        the exercises that it showed are the student's."""
        own = [_variant_numbers(student_id, ("",)) for student_id in self.ids]
        if _variant_numbers(self.shown, ("",)) in own:
            return ""
        return f"says {self.shown!r}" if self.shown else "has no student_id"


NOBODY = Owner()  # for when all have the standard exercises


def draw_exercises(owner: Owner, pools: Iterable[str]) -> None:
    """Draws the exercises of a class, so that processes forked later need not."""
    from course.check.variants.variant import POOLS, number_of

    for pool in pools:
        for student_id in owner.others if owner.own else ():
            if number := number_of(student_id, pool):
                POOLS[pool](number)


@dataclass(frozen=True)
class Fit:
    """How answers compare with an exercise."""

    is_whole: bool  # whether all of them are right
    identifies: bool  # whether that alone would show whose answers they are


def judged_for(
    owner: Owner,
    pools: Sequence[str],
    judged_as: "Callable[[str], Verdict]",
    fit_of: Callable[[str], Fit],
) -> "Verdict":
    """The verdict on a cell with the student's own version of an exercise.

    Args:
        judged_as: gives the verdict on the same answers to the exercise of an id.
        fit_of: compares the same answers with the exercise of an id, which is quicker.

    Returns:
        The verdict on the student's own exercise, and whose else the answers fit; or, if they fit
        that better, the verdict on the exercise that the notebook showed, unless that is somebody
        else's.
    """
    verdict = judged_as(owner.own)
    for former_id in owner.former:
        if verdict.part_right < 1:
            verdict = max(verdict, judged_as(former_id), key=lambda verdict: verdict.part_right)
    if verdict.part_right == 1 or not owner.own:
        return verdict
    verdict.is_compared = True
    own = {_variant_numbers(student_id, pools) for student_id in owner.ids}
    theirs = {_variant_numbers(student_id, pools): student_id for student_id in owner.others}
    shown = _variant_numbers(owner.shown, pools)
    if shown not in (*own, *theirs):
        on_shown = judged_as(owner.shown)
        if on_shown.part_right > verdict.part_right:
            exercise = _exercise_in_words(shown)
            on_shown.is_compared = True
            return on_shown.remarked(
                f"Your notebook showed {exercise}, because its set-up cell {owner.problem()}. Your "
                "answers are compared with that one.\n",
                f"judged on {exercise}, which the notebook showed.",
            )
    for numbers, student_id in {_variant_numbers("", pools): "", **theirs}.items():
        if numbers in own:
            continue
        fit, other = fit_of(student_id), owner.others.get(student_id, "")
        # A student with something right in an exercise seems to have worked on that one.
        if fit.is_whole and (fit.identifies or not verdict.part_right):
            exercise = _exercise_in_words(numbers)
            called = f"{exercise} ({other})" if other else exercise
            verdict.fitting[other] = called, fit.identifies
    return verdict


def recognise_owners(verdicts: "Sequence[Verdict]") -> None:
    """Flags answers that are somebody else's: where they tell whose they are, or where those to
    another exercise are the same person's."""
    times = Counter(other for verdict in verdicts for other in verdict.fitting)
    for verdict in verdicts:
        called = [
            called
            for other, (called, identifies) in verdict.fitting.items()
            if identifies or times[other] > 1
        ]
        if called:
            verdict.flags.append(f"these are the answers of {first_of(called, MAX_OWNERS)}.")


def _variant_numbers(student_id: str, pools: Sequence[str]) -> tuple[int, ...]:
    from course.check.variants.variant import number_of

    return tuple(number_of(student_id, pool) for pool in pools)


def _exercise_in_words(numbers: tuple[int, ...]) -> str:
    return f"variant {numbers[0]}" if any(numbers) else "the standard exercise"
