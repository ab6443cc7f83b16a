"""Finds out whether wrong answers are right for somebody else's exercise.

This runs after the verdicts, in a process of its own, so no points depend on how large a class is.
If it takes too long, it stops, and the instructor is told. People who were recognised before that
are named.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import NamedTuple

from autograder.base.child_process import Ask, Child, TaskFailed, globals_lock
from autograder.base.sentences import first_of
from autograder.judge.cell_verdict import Verdict
from autograder.judge.check_run import judge_cell
from autograder.judge.plan import Plan, PlannedCheck
from autograder.judge.reply import Reply
from autograder.judge.whose_exercise import Owner, numbers_of, variant_in_words
from course.check.variants.variant import POOLS, working_as

MAX_OWNERS = 3  # people named in one flag
NOT_COMPARED = (
    "whether these are somebody else's answers is not known: comparing the notebook with the "
    "exercises of the class took too long or failed."
)


class _Fit(NamedTuple):
    """Somebody else's exercise, which all answers of a cell fit."""

    called: str  # the exercise, and whose it is
    identifies: bool  # whether this alone tells whose answers they are


def compare_with_others(
    owner: Owner, plan: Plan, replies: Mapping[str, Reply], verdicts: Mapping[str, Verdict]
) -> None:
    """Adds flags to the verdicts, given by cell id, on answers that are somebody else's. These
    either tell by themselves whose they are, or fit the same person's exercises in several
    cells."""
    fits_in = dict(_fits(owner, plan, replies, verdicts))
    times = Counter(other for fits in fits_in.values() for other in fits)
    for cell_id, fits in fits_in.items():
        called = [f.called for other, f in fits.items() if f.identifies or times[other] > 1]
        if called:
            told = f"these are the answers of {first_of(called, MAX_OWNERS)}."
            verdicts[cell_id].flags.append(told)


def _fits(
    owner: Owner, plan: Plan, replies: Mapping[str, Reply], verdicts: Mapping[str, Verdict]
) -> Iterator[tuple[str, dict[str, _Fit]]]:
    """Yields each cell's id with the exercises that its answers fit, by the ids of their owners. If
    comparing takes too long or fails, it adds a flag and stops."""
    with closing(Child(partial(_fitting, plan))) as child:
        for cell_id, verdict in verdicts.items():
            if not verdict.may_be_others:
                continue
            others = _exercises_of_others(owner, plan.checks[cell_id])
            _draw(plan.checks[cell_id].pools, others)
            ids = [first for first, *_ in others.values()]
            fitting = child.result({"cell": cell_id, "reply": vars(replies[cell_id]), "ids": ids})
            if isinstance(fitting, TaskFailed):
                verdict.flags.append(NOT_COMPARED)
                verdict.trace = verdict.trace or fitting.trace
                return
            fits: dict[str, _Fit] = {}
            for numbers, (first, *more) in others.items():
                if first in fitting and (fitting[first] or not verdict.part_right):
                    for other in (owner.others.get(each, "") for each in (first, *more)):
                        exercise = variant_in_words(numbers)
                        called = f"{exercise} ({other})" if other else exercise
                        fits[other] = _Fit(called, fitting[first])
            yield cell_id, fits


def _exercises_of_others(owner: Owner, planned: PlannedCheck) -> dict[tuple[int, ...], list[str]]:
    """By its numbers, each exercise that is not the student's, with the ids of its owners. The id
    of the standard exercise is empty."""
    own = {numbers_of(student_id, planned) for student_id in owner.ids}
    found: dict[tuple[int, ...], list[str]] = {}
    for student_id in ("", *owner.others):
        if (numbers := numbers_of(student_id, planned)) not in own:
            found.setdefault(numbers, []).append(student_id)
    return found


def _draw(pools: Sequence[str], numbers: Iterable[Sequence[int]]) -> None:
    """Draws exercises in this process, from which others are forked, so each is drawn only once."""
    for each in numbers:
        for pool, number in zip(pools, each, strict=True):
            with globals_lock:
                if number:
                    POOLS[pool](number)


def _fitting(plan: Plan, task: dict, ask_parent: Ask) -> dict[str, bool]:
    """The ids in a task whose exercises all answers fit, each with whether this alone tells whose
    answers they are."""
    planned, reply = plan.checks[task["cell"]], Reply.from_json(task["reply"])
    fitting = {}
    with plan.in_force():
        for student_id in task["ids"]:
            with working_as(student_id, is_compared=True) as student:
                if judge_cell(planned, reply).part_right == 1:
                    fitting[student_id] = student.is_identified
    return fitting
