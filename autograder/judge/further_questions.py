"""Judges a submission after its notebook has run, and asks its kernel more where a check failed.

Explaining a failed check takes long. So the kernel is asked only what the check wants to know, such
as how the engine works on small graphs, and then for a run of the engine to be played.
"""

import secrets
from collections.abc import Callable, Collection

from nbformat import NotebookNode

from autograder.judge.owner import Owner
from autograder.judge.plan import Plan, request
from autograder.judge.replays import show_replays
from autograder.judge.reply import Reply
from autograder.judge.verdicts import Verdicts, judge


def judge_and_ask_more(
    plan: Plan,
    replies: dict[str, Reply],
    owner: Owner,
    cells: Collection[str],
    run_more: Callable[[str], list[NotebookNode]],
    *,
    with_replays: bool = True,
) -> Verdicts:
    """The verdicts, with the runs to be played.

    Args:
        owner, cells: as for `judge`.
        run_more: runs one more cell in the same kernel and returns its outputs; none if it cannot
            be run.
        with_replays: whether runs can be played where the verdicts are shown.
    """
    asked: dict[tuple[str, int], Reply] = {}

    def ask(cell_id: str, group: int) -> Reply:
        if (cell_id, group) not in asked:
            nonce = secrets.token_hex(16)
            acts = plan.checks[cell_id].reserved[group]
            outputs = run_more(request(acts, nonce, after=replies[cell_id].nonce))
            asked[cell_id, group] = Reply(outputs, nonce)
        return asked[cell_id, group]

    judged = judge(plan, replies, owner, cells, ask)
    if with_replays:
        show_replays(plan, judged, replies, asked, run_more)
    return judged
