"""Reaches the verdicts on all cells of a notebook, from what a student's kernel answered.

Explaining a failed check takes long. So the kernel is asked only what the check wants to know, such
as how the engine works on small graphs, and then for a run of the engine to be played.
"""

import secrets
from collections.abc import Callable, Collection
from functools import cache

from nbformat import NotebookNode

from autograder.base.child_process import TaskFailed
from autograder.base.in_child import map_in_child, one_at_a_time
from autograder.judge.cell_verdict import Verdict, misquoted, unfinished
from autograder.judge.check_run import judge_cell
from autograder.judge.own_exercise import (
    NOBODY,
    Owner,
    draw_exercises,
    judged_for,
    problem_with_id,
    recognise_owners,
)
from autograder.judge.question_plan import Plan, PlannedCheck, request, world
from autograder.judge.replays import show_replays
from autograder.judge.reply import Reply
from autograder.judge.same_as_author import known_verdicts
from autograder.judge.viva import quotes
from autograder.notebook.set_up import SET_UP
from course.check.base.exercise import parts_right


def judge(
    plan: Plan,
    replies: dict[str, Reply],
    owner: Owner = NOBODY,
    cells: Collection[str] = (),
    run_more: Callable[[str], list[NotebookNode]] | None = None,
    *,
    with_replays: bool = True,
) -> dict[str, Verdict]:
    """Reaches the verdicts on all judged cells of one submission, by id; and on the set-up cell, if
    there is something to look at.

    Args:
        replies: the replies, by cell id; a cell without a reply gets no points.
        owner: whose exercises they are, if students have their own versions.
        cells: the student's code cells, if known; lines that are quoted must be in them.
        run_more: runs one more cell in the same kernel and returns its outputs, none if it cannot
            be run; without it, failed checks are not explained.
        with_replays: whether runs can be played where the verdicts are shown.
    """

    @cache
    def ask(cell_id: str, group: int) -> Reply:
        assert run_more
        acts, nonce = plan.checks[cell_id].reserved[group], secrets.token_hex(16)
        return Reply(run_more(request(acts, nonce, after=replies[cell_id].nonce)), nonce)

    pools = {pool for planned in plan.checks.values() for pool in planned.pools}
    with one_at_a_time:
        draw_exercises(owner, pools)
    all_replies = {cell_id: replies.get(cell_id, Reply([], "")) for cell_id in plan.checks}
    by_cell = known_verdicts(plan, replies, owner)
    others = [
        planned
        for planned in plan.checks.values()
        if planned.asks and planned.cell.id not in by_cell
    ]
    by_cell |= _judge_in_child(plan, others, all_replies, owner, ask if run_more else None)
    recognise_owners(list(by_cell.values()))
    verdicts: dict[str, Verdict] = {}
    if pools and (problem := problem_with_id(owner)):
        verdicts[SET_UP] = Verdict([], flags=[f"it {problem}."])
    with one_at_a_time, world(plan):
        for cell_id, planned in plan.checks.items():  # in order, since the summary comes last
            verdict = by_cell.get(cell_id) or judge_cell(planned, all_replies[cell_id])
            if cells and not quotes(verdict.viva, cells):
                verdict = misquoted()
            parts_right.update(verdict.outcomes)
            verdicts[cell_id] = verdict
    if run_more and with_replays:
        show_replays(plan, verdicts, replies, run_more)
    return verdicts


def flags_in(verdicts: dict[str, Verdict]) -> list[tuple[str, str]]:
    """What an instructor should look at: the id of a cell, and a sentence."""
    return [(cell_id, flag) for cell_id, verdict in verdicts.items() for flag in verdict.flags]


def _judge_in_child(
    plan: Plan,
    checks: list[PlannedCheck],
    replies: dict[str, Reply],
    owner: Owner,
    ask: Callable[[str, int], Reply] | None,
) -> dict[str, Verdict]:
    """The verdicts on some cells, by id, reached in a child process."""

    def answer_child(question: list) -> dict:
        assert ask
        return vars(ask(*question))

    tasks = [
        {
            "cell": planned.cell.id,
            "reply": vars(replies[planned.cell.id]),
            "owner": vars(owner if planned.pools else NOBODY),
        }
        for planned in checks
    ]
    verdicts = {}
    results = map_in_child(_verdict_in_child, tasks, answer_child if ask else None, given=plan)
    for planned, result in zip(checks, results, strict=True):
        if isinstance(result, TaskFailed):
            verdicts[planned.cell.id] = unfinished(result, replies[planned.cell.id])
        else:
            verdicts[planned.cell.id] = Verdict.from_json(result)
    return verdicts


def _verdict_in_child(plan: Plan, task: dict, ask_parent: Callable | None = None) -> dict:
    planned, reply = plan.checks[task["cell"]], Reply.from_json(task["reply"])
    ask = ask_parent and (lambda group: Reply.from_json(ask_parent([task["cell"], group])))
    with world(plan):
        if planned.pools:
            return vars(judged_for(Owner(**task["owner"]), planned, reply, ask))
        return vars(judge_cell(planned, reply, ask))
