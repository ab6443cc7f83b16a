"""Decides on whose exercises a submission is judged, if students have their own versions.

The class list says who a student is, and so which variant is theirs. After a change of id, the
variants of the former ids are theirs, too. If the notebook showed another variant and the answers
fit that one better, they are judged on it, unless it is somebody else's. The instructor is told.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.judge.cell_verdict import Verdict, as_output
from autograder.judge.check_run import judge_cell
from autograder.judge.plan import PlannedCheck
from autograder.judge.reply import Reply
from autograder.judge.told_before import AskMore
from course.check.variants.variant import variant_number, working_as


@dataclass(frozen=True)
class Owner:
    """Who a submission is from."""

    # The id in the class list; if empty, the exercises that the notebook showed are the student's.
    student: str = ""
    # The id in the notebook's set-up cell, which says whose exercises the notebook showed; empty
    # for the standard ones.
    shown_id: str = ""
    # The present ids of all others in the class, by present and former id.
    others: Mapping[str, str] = field(default_factory=dict)
    former: tuple[str, ...] = ()  # the ids that the student had before

    @classmethod
    def of(cls, student: str, everybody: Mapping[str, str]) -> "Owner":
        """A student of a class. `shown_id` is filled in later.

        Args:
            everybody: the present ids of the class, by present and former id.
        """
        others = {before: now for before, now in everybody.items() if student not in (before, now)}
        former = [before for before, now in everybody.items() if now == student != before]
        return cls(student, others=others, former=tuple(former))

    @property
    def own(self) -> str:
        """The id whose exercises are the student's."""
        return self.student or self.shown_id

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids whose exercises are the student's."""
        return self.own, *self.former


NOBODY = Owner()  # if everybody has the standard exercises


def problem_with_id(owner: Owner) -> str:
    """What is wrong with the id in the notebook, in words that can follow "its set-up cell"; empty
    if the exercises that the notebook showed are the student's."""
    if variant_number(owner.shown_id, "") in [variant_number(each, "") for each in owner.ids]:
        return ""
    return f"says {owner.shown_id!r}" if owner.shown_id else "has no student_id"


def judged_for(owner: Owner, planned: PlannedCheck, reply: Reply, ask: AskMore) -> Verdict:
    """The verdict on the student's own exercise, that of a former id, or the one that the notebook
    showed if it is nobody else's: whichever the answers fit best."""

    def judged_as(student_id: str) -> tuple[Verdict, bool]:
        """The verdict on the exercise that belongs to an id, and whether only its owner would have
        all of it right."""
        with working_as(student_id) as student:
            verdict = judge_cell(planned, reply, ask)
        return verdict, student.is_identified

    verdict, identifies = judged_as(owner.own)
    for former_id in owner.former:
        if verdict.part_right < 1:
            both = (verdict, identifies), judged_as(former_id)
            verdict, identifies = max(both, key=lambda judged: judged[0].part_right)
    if verdict.part_right == 1 or not owner.own:
        return verdict
    shown = numbers_of(owner.shown_id, planned)
    if all(shown != numbers_of(each, planned) for each in (*owner.ids, *owner.others)):
        on_shown, _ = judged_as(owner.shown_id)
        if on_shown.part_right > verdict.part_right:
            return _with_remark(on_shown, owner, variant_in_words(shown))
    verdict.is_compared = True
    # Students who have something right in their own exercise seem to have worked on that, unless
    # the answers alone tell whose they are.
    verdict.may_be_others = identifies or not verdict.part_right
    return verdict


def numbers_of(student_id: str, planned: PlannedCheck) -> tuple[int, ...]:
    """The numbers of this student's variants, one for each pool that a check uses."""
    return tuple(variant_number(student_id, pool) for pool in planned.pools)


def _with_remark(verdict: Verdict, owner: Owner, exercise: str) -> Verdict:
    """Adds to a verdict that it is on the exercise that the notebook showed."""
    remark = (
        f"Your notebook showed {exercise}, because its set-up cell {problem_with_id(owner)}. "
        "Your answers are compared with that one.\n"
    )
    verdict.is_compared, verdict.outputs = True, as_output(remark) + verdict.outputs
    verdict.flags.append(f"judged on {exercise}, which the notebook showed.")
    return verdict


def variant_in_words(numbers: tuple[int, ...]) -> str:
    """What the exercise with these numbers is called."""
    return f"variant {numbers[0]}" if any(numbers) else "the standard exercise"
