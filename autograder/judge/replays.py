"""Makes a run of a student's engine, on the smallest graph on which it goes wrong, to be played.

The judge finds out which graph that is. The run is then recorded in the student's kernel, and told
here by the code behind a notebook's `replay`, so the words are the same.
"""

import json
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from nbformat import NotebookNode

from autograder.base.child_process import TaskFailed
from autograder.base.in_child import map_in_child, one_at_a_time
from autograder.in_kernel.agent import Agent
from autograder.judge.question_plan import AuthorChannel, Plan, request, world
from autograder.judge.remote_subject import RemoteFunction, RemoteSubject, looked_up
from autograder.judge.reply import Reply, evidence_in
from course.check.engines.battery import ComparedTrial
from course.messages.failure import CheckFailed
from course.player.page import PlayedPicture, style
from course.player.recorded_run import RecordedRun, record_run
from course.recording.calls import Method
from course.recording.trials import trials
from course.subject import asking

if TYPE_CHECKING:
    from autograder.judge.cell_verdict import Verdict

FUNCTIONS = RemoteFunction("forward_algorithm"), RemoteFunction("backward_algorithm")
MAX_PICTURE = 1_000_000  # characters of a picture together with its run


class Example(NamedTuple):
    """A graph on which an engine goes wrong, given by its place in the battery."""

    method: Method
    place: int


def example_of(error: BaseException | None) -> Example | None:
    """The smallest example of a failed check, if it has one."""
    smallest = error.diagnosis.smallest if isinstance(error, CheckFailed) else None
    if not isinstance(smallest, ComparedTrial):
        return None
    return Example(smallest.method, trials(smallest.method, True).index(smallest.trial))


def show_replays(
    plan: Plan,
    verdicts: "dict[str, Verdict]",
    replies: dict[str, Reply],
    run_more: Callable[[str], list[NotebookNode]],
) -> None:
    """Has engines run on the examples of failed checks, and puts these runs in place of the
    pictures of their graphs.

    Args:
        verdicts: by cell id; changed in place.
        replies: likewise; the later runs use the code that a reply was about.
        run_more: runs one more cell in the same kernel and returns its outputs.
    """
    tasks = []
    explained = {cell_id: verdict for cell_id, verdict in verdicts.items() if verdict.example}
    for cell_id, verdict in explained.items():
        assert verdict.example
        acts, nonce = _acts(plan, verdict.example), secrets.token_hex(16)
        outputs = run_more(request(acts, nonce, after=replies[cell_id].nonce))
        tasks.append([verdict.example, acts, vars(Reply(outputs, nonce))])
    style()  # if its file is missing, that is found here, and no answer is blamed for it
    results = map_in_child(_picture_in_child, tasks, given=plan)
    for verdict, data in zip(explained.values(), results, strict=True):
        pictures = [each for each in verdict.outputs if "image/svg+xml" in each.get("data", {})]
        if pictures and data and not isinstance(data, TaskFailed):
            pictures[-1].data = NotebookNode(data)  # the picture just before the error


def _acts(plan: Plan, example: Example) -> list[dict]:
    """The acts that are asked for, the same for all submissions. They are those for a right engine,
    of which most is asked: two forward and two backward passes."""
    if example not in plan.replay_acts:
        *_, last = plan.checks.values()
        channel = AuthorChannel(Agent(last.cell.names))
        with one_at_a_time, world(plan):
            _recorded(example, RemoteSubject(channel.put))
        plan.replay_acts[example] = channel.acts
    return plan.replay_acts[example]


def _picture_in_child(plan: Plan, task: list) -> dict | None:
    """The picture of a run, made from what a kernel answered; None if it shows no problem."""
    example, acts, reply = task
    try:
        with world(plan):
            put = looked_up(acts, evidence_in(Reply.from_json(reply)).get("answers"))
            recorded = _recorded(Example(*example), RemoteSubject(put))
            data = PlayedPicture(recorded).data if recorded.first_problem is not None else None
    except Exception:  # forged answers may lead to any error, even while they are drawn
        return None
    return data if len(json.dumps(data)) <= MAX_PICTURE else None


def _recorded(example: Example, subject: RemoteSubject) -> RecordedRun:
    trial = trials(example.method, True)[example.place]
    with asking(subject):
        return record_run(trial.graph_that_counts(), *FUNCTIONS, trial.upstream)
