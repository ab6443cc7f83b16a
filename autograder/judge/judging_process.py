"""Judges a student kernel's answers in a process that can be killed, and keeps that process for the
next submission.

A verdict depends only on the plan, which the process inherits, its task, and the kernel's further
answers.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from autograder.base.child_process import Ask, Child
from autograder.judge.cell_verdict import Verdict
from autograder.judge.check_run import judge_cell
from autograder.judge.plan import Plan, PlannedCheck
from autograder.judge.replays import show_replay
from autograder.judge.reply import Reply
from autograder.judge.same_as_author import known_verdict
from autograder.judge.told_before import AskMore, asked_once
from autograder.judge.whose_exercise import Owner, judged_for


class JudgingProcesses:
    """Provides processes that judge, and keeps some of them. Threads may share it.

    Args:
        most: how many are kept at a time.
        with_replays: whether runs can be played where the verdicts are shown.
    """

    def __init__(self, most: int = 0, *, with_replays: bool = True):
        self._most, self.with_replays = most, with_replays
        self._idle: list[tuple[Plan, Child[dict]]] = []
        self._lock = threading.Lock()  # of these fields

    @contextmanager
    def one_for(self, plan: Plan) -> Iterator[Child[dict]]:
        """Gives a process that judges by a plan: a kept one or a new one. Afterwards it is kept,
        unless a task failed or enough are kept."""
        child = self._kept_for(plan) or Child(partial(_judge_task, plan))
        try:
            yield child
        except BaseException:
            child.close()
            raise
        with self._lock:
            if len(self._idle) < self._most and not child.has_failed:
                self._idle.append((plan, child))
                return
        child.close()

    def _kept_for(self, plan: Plan) -> Child[dict] | None:
        """Takes back a kept process. If it judges by another plan, ends it."""
        with self._lock:
            if not self._idle:
                return None
            its_plan, child = self._idle.pop()
        if its_plan is plan:
            return child
        child.close()
        return None

    def close(self) -> None:
        """Ends the processes that are kept, and keeps no more."""
        with self._lock:
            idle, self._idle, self._most = self._idle, [], 0
        for _, child in idle:
            child.close()


NONE_KEPT = JudgingProcesses()


@dataclass(frozen=True)
class JudgingTask:
    """What a judging process is given for one cell."""

    submission: str  # identifies the submission, as a process judges several
    cell: str  # the id of the judged cell
    reply: Reply
    owner: Owner
    before: dict[str, float]  # the outcomes of the cells before it, which a summary lists
    replays: bool  # whether runs can be played where the verdict is shown

    def as_json(self) -> dict:
        """The task as JSON can hold it."""
        return vars(self) | {"reply": vars(self.reply), "owner": vars(self.owner)}

    @classmethod
    def from_json(cls, fields: dict) -> "JudgingTask":
        """The task that was turned into this JSON."""
        reply, owner = Reply.from_json(fields["reply"]), Owner(**fields["owner"])
        return cls(**fields | {"reply": reply, "owner": owner})


def _judge_task(plan: Plan, fields: dict, ask_parent: Ask) -> dict:
    """The verdict on one cell, of a task as JSON."""
    task = JudgingTask.from_json(fields)
    planned = plan.checks[task.cell]

    def ask_kernel(acts: Sequence[dict]) -> Reply:
        return Reply.from_json(ask_parent(acts))

    ask = asked_once(planned, task.reply, task.submission, ask_kernel)
    with plan.in_force():
        verdict = _verdict(planned, task, ask)
        if task.replays:
            show_replay(plan, verdict, ask)
    return vars(verdict)


def _verdict(planned: PlannedCheck, task: JudgingTask, ask: AskMore) -> Verdict:
    if not planned.asks:
        return judge_cell(planned, task.reply, before=task.before)
    if not task.owner.own and (known := known_verdict(planned, task.reply)):
        return known
    return judged_for(task.owner, planned, task.reply, ask)
