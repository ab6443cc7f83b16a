"""Reaches the verdicts on all cells of a notebook, from what a student's kernel answered."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from nbformat import NotebookNode

from autograder.base.child_process import TaskFailed
from autograder.base.in_child import map_in_child, one_at_a_time
from autograder.judge.cell_verdict import Verdict, judge_cell, misquoted, unfinished
from autograder.judge.owner import NOBODY, Fit, Owner, draw_exercises, judged_for, recognise_owners
from autograder.judge.plan import Plan, PlannedCheck, world
from autograder.judge.quotes import quotes
from autograder.judge.replays import Example
from autograder.judge.reply import Reply
from autograder.judge.reserved import AskReserved
from autograder.judge.same_as_author import known_verdicts
from autograder.notebook.set_up import SET_UP
from course.check.base.exercise import no_exercise_attempted, parts_right
from course.check.variants.variant import working_as


@dataclass
class Verdicts:
    """The verdicts on one submission."""

    # By the id of each judged cell.
    outputs: dict[str, list[NotebookNode]] = field(default_factory=dict)
    # What an instructor should look at: the id of a cell, and a sentence.
    flags: list[tuple[str, str]] = field(default_factory=list)
    # By cell id, the known mistakes that its answers look like: for each wrong answer, the id of
    # the mistake that fits, or the ids of several that cannot be told apart.
    mistakes: dict[str, list[list[str]]] = field(default_factory=dict)
    # By cell id, the smallest graph on which an engine goes wrong.
    examples: dict[str, Example] = field(default_factory=dict)
    viva: dict = field(default_factory=dict)
    is_compared: bool = False  # whether a verdict depends on who else is in the class

    def add(self, cell_id: str, verdict: Verdict) -> None:
        """Adds the verdict on a cell."""
        self.outputs[cell_id] = verdict.outputs
        self.flags += [(cell_id, flag) for flag in verdict.flags]
        if verdict.mistakes:
            self.mistakes[cell_id] = verdict.mistakes
        if verdict.example:
            self.examples[cell_id] = verdict.example
        self.viva |= verdict.viva
        self.is_compared |= verdict.is_compared


def judge(
    plan: Plan,
    replies: dict[str, Reply],
    owner: Owner = NOBODY,
    cells: Collection[str] = (),
    ask: AskReserved | None = None,
) -> Verdicts:
    """Reaches the verdicts on all judged cells of one submission.

    Args:
        replies: the replies, by cell id; a cell without a reply gets no points.
        owner: whose exercises they are, if students have their own versions.
        cells: the student's code cells, if known; lines that are quoted must be in them.
        ask: asks the student's kernel more; without it, failed checks are not explained.
    """
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
    by_cell |= _judge_in_child(plan, others, all_replies, owner, ask)
    recognise_owners(list(by_cell.values()))
    verdicts = Verdicts()
    if pools and (problem := owner.problem()):
        verdicts.flags.append((SET_UP, f"it {problem}."))
    with one_at_a_time, world(plan):
        for cell_id, planned in plan.checks.items():  # in order, since the summary comes last
            verdict = by_cell.get(cell_id) or judge_cell(planned, all_replies[cell_id])
            if cells and not quotes(verdict.viva, cells):
                verdict = misquoted()
            parts_right.update(verdict.outcomes)
            verdicts.add(cell_id, verdict)
    return verdicts


def _judge_in_child(
    plan: Plan,
    checks: list[PlannedCheck],
    replies: dict[str, Reply],
    owner: Owner,
    ask: AskReserved | None,
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
            verdicts[planned.cell.id] = unfinished(result.why, replies[planned.cell.id])
        else:
            verdicts[planned.cell.id] = Verdict.from_json(result)
    return verdicts


def _verdict_in_child(plan: Plan, task: dict, ask_parent: Callable | None = None) -> dict:
    def ask(cell_id: str, group: int) -> Reply:
        assert ask_parent
        return Reply.from_json(ask_parent([cell_id, group]))

    planned, reply = plan.checks[task["cell"]], Reply.from_json(task["reply"])
    with world(plan):
        verdict = _verdict_for(Owner(**task["owner"]), planned, reply, ask if ask_parent else None)
    return vars(verdict)


def _verdict_for(
    owner: Owner, planned: PlannedCheck, reply: Reply, ask: AskReserved | None
) -> Verdict:
    """The verdict on a student's answers to their own exercise, if students have one."""

    def judged_as(student_id: str) -> Verdict:
        with no_exercise_attempted(), working_as(student_id):
            return judge_cell(planned, reply, ask)

    def fit_of(student_id: str) -> Fit:
        with no_exercise_attempted(), working_as(student_id) as worker:
            verdict = judge_cell(planned, reply, ask)
        return Fit(verdict.part_right == 1, worker.is_identified)

    if not planned.pools:
        return judged_as("")
    return judged_for(owner, planned.pools, judged_as, fit_of)
