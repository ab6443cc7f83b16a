"""Finds out whether wrong answers are right for somebody else's exercise.

This comes after the verdicts, in a process of its own, so that no points depend on how large a
class is. If it takes too long, it ends there, and the instructor is told. Who was recognised before
that is named.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial

from autograder.base.child_process import Ask, Child, TaskFailed, globals_lock
from autograder.base.sentences import first_of
from autograder.judge.cell_verdict import Verdict
from autograder.judge.check_run import judge_cell
from autograder.judge.plan import Plan, PlannedCheck
from autograder.judge.reply import Reply
from autograder.judge.whose_exercise import Owner, in_words, numbers_of
from course.check.variants.variant import POOLS, working_as

MAX_OWNERS = 3  # students who are named as those whose answers somebody has
NOT_COMPARED = (
    "whether these are somebody else's answers is not known: comparing the notebook with the "
    "exercises of the class took too long or failed."
)


def compare_with_others(
    owner: Owner, plan: Plan, replies: Mapping[str, Reply], verdicts: Mapping[str, Verdict]
) -> None:
    """Notes in the verdicts, given by cell id, whose exercises the answers fit."""
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
            for numbers, (first, *more) in others.items():
                if first in fitting and (fitting[first] or not verdict.part_right):
                    for student_id in (first, *more):
                        other, exercise = owner.others.get(student_id, ""), in_words(numbers)
                        called = f"{exercise} ({other})" if other else exercise
                        verdict.fitting[other] = called, fitting[first]


def _exercises_of_others(owner: Owner, planned: PlannedCheck) -> dict[tuple[int, ...], list[str]]:
    """Whose exercises, by their numbers, are not the student's: the ids, which for the standard
    exercise may be empty."""
    own = {numbers_of(student_id, planned) for student_id in owner.ids}
    found: dict[tuple[int, ...], list[str]] = {}
    for student_id in ("", *owner.others):
        if (numbers := numbers_of(student_id, planned)) not in own:
            found.setdefault(numbers, []).append(student_id)
    return found


def _draw(pools: Sequence[str], numbers: Iterable[Sequence[int]]) -> None:
    """Draws exercises here, once for all submissions, since processes are forked from this one."""
    for each in numbers:
        for pool, number in zip(pools, each, strict=True):
            with globals_lock:
                if number:
                    POOLS[pool](number)


def _fitting(plan: Plan, task: dict, ask_parent: Ask) -> dict[str, bool]:
    """Those of a task's ids whose exercise all answers fit, each with whether this alone tells
    whose answers they are."""
    planned, reply = plan.checks[task["cell"]], Reply.from_json(task["reply"])
    fitting = {}
    with plan.in_force():
        for student_id in task["ids"]:
            with working_as(student_id, is_compared=True) as worker:
                if judge_cell(planned, reply).part_right == 1:
                    fitting[student_id] = worker.is_identified
    return fitting


def recognise_owners(verdicts: Sequence[Verdict]) -> None:
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
