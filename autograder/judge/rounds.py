"""The rounds of questions to one submission after the first, which is in its notebook.

Diagnosing a failed check takes long, so only submissions whose answers differ from the author's are
asked: how the engine works on small graphs, then for a run of it to be played.
"""

import secrets
from collections.abc import Collection, Generator
from dataclasses import replace

from nbformat import NotebookNode

from autograder.judge.plan import Plan, request
from autograder.judge.played import Replays
from autograder.judge.ran import Ran
from autograder.judge.verdict import Judged, as_authors, judge
from autograder.judge.whose import Whose

Rounds = Generator[list[str], list[list[NotebookNode]], Judged]


def ask_more_and_judge(
    plan: Plan, ran: dict[str, Ran], whose: Whose, cells: Collection[str]
) -> Rounds:
    """Yields the cells of a round and is sent the outputs of those that could be run.

    Args:
        whose: whose exercises they are, if students have their own versions.

    Returns:
        The verdicts, with the runs to be played.
    """
    known = as_authors(plan, ran, whose)
    wanted = {
        cell_id: secrets.token_hex(16)
        for cell_id, told in ran.items()
        if plan.probes[cell_id].reserved and cell_id not in known and not told.stopped
    }
    outputs = yield [
        request(plan.probes[cell_id].reserved, nonce, after=ran[cell_id].nonce)
        for cell_id, nonce in wanted.items()
    ]
    for (cell_id, nonce), shown in zip(wanted.items(), outputs, strict=False):
        ran[cell_id] = replace(ran[cell_id], reserved=Ran(shown, nonce))
    judged = judge(plan, ran, whose, cells, known)
    replays = Replays(plan, judged.examples, ran)
    replays.show(judged.outputs, (yield replays.requests))
    return judged
