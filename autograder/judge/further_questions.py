"""The rounds of questions to one submission after the first, which is in its notebook.

Diagnosing a failed check takes long, so only submissions whose answers differ from the author's are
asked: how the engine works on small graphs, then for a run of it to be played.
"""

import secrets
from collections.abc import Collection, Generator
from dataclasses import replace

from nbformat import NotebookNode

from autograder.judge.owner import Owner
from autograder.judge.plan import Plan, request
from autograder.judge.replays import Replays
from autograder.judge.reply import Reply
from autograder.judge.verdict import Judged, as_authors, judge

Rounds = Generator[list[str], list[list[NotebookNode]], Judged]


def ask_more_and_judge(
    plan: Plan, replies: dict[str, Reply], owner: Owner, cells: Collection[str]
) -> Rounds:
    """Yields the cells of a round and is sent the outputs of those that could be run.

    Args:
        owner: whose exercises they are, if students have their own versions.

    Returns:
        The verdicts, with the runs to be played.
    """
    known = as_authors(plan, replies, owner)
    wanted = {
        cell_id: secrets.token_hex(16)
        for cell_id, reply in replies.items()
        if plan.probes[cell_id].reserved and cell_id not in known and not reply.stopped
    }
    outputs = yield [
        request(plan.probes[cell_id].reserved, nonce, after=replies[cell_id].nonce)
        for cell_id, nonce in wanted.items()
    ]
    for (cell_id, nonce), shown in zip(wanted.items(), outputs, strict=False):
        replies[cell_id] = replace(replies[cell_id], reserved=Reply(shown, nonce))
    judged = judge(plan, replies, owner, cells, known)
    replays = Replays(plan, judged.examples, replies)
    replays.show(judged.outputs, (yield replays.requests))
    return judged
