"""Reaches the verdicts on all cells of a notebook, from what a student's kernel answered.

They are reached in another process (`judging_process`), cell by cell. Explaining a failed check
takes long, so the kernel is asked for more only if something is wrong: how the engine works on
small graphs, for example, and a run of the engine to be played.
"""

import secrets
from collections.abc import Callable, Collection

from nbformat import NotebookNode

from autograder.base.child_process import Child, TaskFailed
from autograder.judge.cell_verdict import Verdict, misquoted, skipped, unfinished
from autograder.judge.flags.from_kernel import is_about_replaced
from autograder.judge.judging_process import JudgingProcesses, JudgingTask
from autograder.judge.plan import Plan
from autograder.judge.quoted_lines import are_quoted
from autograder.judge.reply import Reply, request
from autograder.judge.whose_answers import compare_with_others
from autograder.judge.whose_exercise import NOBODY, Owner, problem_with_id
from autograder.notebook.set_up import SET_UP

MAX_KILLED = 3  # answers on which a judging process was killed; then the rest is not judged
# Runs one more cell in the same kernel, and returns its outputs: none if it cannot be run.
RunMore = Callable[[str], list[NotebookNode]]


def judge(
    plan: Plan,
    replies: dict[str, Reply],
    owner: Owner,
    cells: Collection[str],
    run_more: RunMore,
    *,
    judges: JudgingProcesses,
) -> dict[str, Verdict]:
    """Reaches the verdicts on all judged cells of one submission, by id. The set-up cell gets one,
    too, if there is something to look at.

    Args:
        replies: the replies, by cell id; a cell without a reply gets no points.
        owner: whose exercises they are, if students have their own versions.
        cells: the student's code cells, if known; lines that are quoted must be in them.
        judges: the processes that judge.
    """
    verdicts: dict[str, Verdict] = {}
    outcomes: dict[str, float] = {}
    submission = secrets.token_hex(16)
    has_variants = any(planned.pools for planned in plan.checks.values())
    if has_variants and (problem := problem_with_id(owner)):
        verdicts[SET_UP] = Verdict([], flags=[f"it {problem}."])
    with judges.one_for(plan) as child:
        for cell_id, planned in plan.checks.items():  # in order, since the summary comes last
            reply = replies.get(cell_id, Reply([], ""))
            task = JudgingTask(
                submission,
                cell_id,
                reply,
                owner if planned.pools else NOBODY,
                before=outcomes,
                replays=judges.with_replays,
            )
            if planned.asks and child.killed >= MAX_KILLED:
                verdict = skipped(reply)
            else:
                verdict = _verdict_of(child, task, run_more)
            lines = verdict.viva.get("lines")
            if cells and lines is not None and not are_quoted(lines, cells):
                verdict = misquoted()
            verdicts[cell_id] = verdict
            outcomes |= verdict.outcomes
    compare_with_others(owner, plan, replies, verdicts)
    return verdicts


def _verdict_of(child: Child[dict], task: JudgingTask, run_more: RunMore) -> Verdict:
    """The verdict of a judging process, which may ask the kernel for more."""

    def carry_out(acts: list[dict]) -> dict:
        """Makes the same kernel carry out acts, with the code that it had when it replied."""
        nonce = secrets.token_hex(16)
        return vars(Reply(run_more(request(acts, nonce, after=task.reply.nonce)), nonce))

    result = child.result(task.as_json(), carry_out)
    if isinstance(result, TaskFailed):
        return unfinished(result, task.reply)
    return Verdict.from_json(result)


def flags_in(verdicts: dict[str, Verdict]) -> list[tuple[str, str]]:
    """What an instructor should look at: the id of a cell, and a sentence. Replaced code stays
    replaced, so a sentence about it is given only once."""
    flags = [(cell_id, flag) for cell_id, verdict in verdicts.items() for flag in verdict.flags]
    first = {flag: cell_id for cell_id, flag in reversed(flags)}
    return [
        (cell_id, flag)
        for cell_id, flag in flags
        if not is_about_replaced(flag) or cell_id == first[flag]
    ]
