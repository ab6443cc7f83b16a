"""Decides on whose exercises a submission is judged, if students have their own versions.

The class list says who a student is, and so which variant is theirs. After a change of id, the
variants of the former ids are theirs, too. Nobody loses points because the notebook showed another
variant, unless it is somebody else's; in that case the instructor is told.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autograder.base.sentences import first_of

if TYPE_CHECKING:
    from autograder.judge.cell_verdict import Verdict

MAX_OWNERS = 3  # students who are named as those whose answers somebody has


@dataclass(frozen=True)
class Owner:
    """Who a submission is from."""

    # The id in the class list; if empty, the exercises that the notebook showed are the student's.
    student: str = ""
    # The id in the notebook's set-up cell, which says whose exercises the notebook showed; empty
    # for the standard ones.
    shown: str = ""
    # The present ids of all others in the class, by present and former id.
    others: Mapping[str, str] = field(default_factory=dict)
    former: tuple[str, ...] = ()  # the ids that the student had before

    @classmethod
    def of(cls, student: str, everybody: Mapping[str, str]) -> "Owner":
        """A student of a class. The exercises that the notebook showed are filled in later.

        Args:
            everybody: the present ids of the class, by present and former id.
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
        """What is wrong with the id in the notebook, in words that can follow "its set-up cell";
        empty if the exercises that the notebook showed are the student's."""
        own = [_variant_numbers(student_id, ("",)) for student_id in self.ids]
        if _variant_numbers(self.shown, ("",)) in own:
            return ""
        return f"says {self.shown!r}" if self.shown else "has no student_id"


NOBODY = Owner()  # if everybody has the standard exercises


def draw_exercises(owner: Owner, pools: Iterable[str]) -> None:
    """Draws the exercises of a class here, so that processes forked later need not draw them."""
    from course.check.variants.variant import POOLS, number_of

    for pool in pools:
        for student_id in owner.others if owner.own else ():
            if number := number_of(student_id, pool):
                POOLS[pool](number)


@dataclass(frozen=True)
class Fit:
    """How well answers fit an exercise."""

    is_whole: bool  # whether all of them are right
    identifies: bool  # whether this alone would show whose answers they are


def judged_for(
    owner: Owner,
    pools: Sequence[str],
    judged_as: "Callable[[str], Verdict]",
    fit_of: Callable[[str], Fit],
) -> "Verdict":
    """The verdict on a cell with the student's own version of an exercise.

    Args:
        judged_as: judges the answers on the exercise that belongs to an id.
        fit_of: compares the answers with the exercise that belongs to an id.

    Returns:
        The verdict on the student's own exercise, with the ids of others whose exercises the
        answers fit. If the answers fit the exercise that the notebook showed better, and that is
        nobody else's, the verdict on that exercise.
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
        # Students who have something right in their own exercise seem to have worked on that.
        if fit.is_whole and (fit.identifies or not verdict.part_right):
            exercise = _exercise_in_words(numbers)
            called = f"{exercise} ({other})" if other else exercise
            verdict.fitting[other] = called, fit.identifies
    return verdict


def recognise_owners(verdicts: "Sequence[Verdict]") -> None:
    """Flags answers that are somebody else's: those that alone tell whose they are, and those that
    fit one other person's exercises in several cells."""
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
