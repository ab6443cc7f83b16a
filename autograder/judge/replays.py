"""Makes a run of a student's engine, on the smallest graph on which it goes wrong, to be played.

The judge finds out which graph that is. The run is then watched in the student's kernel, and told
here by the code behind a notebook's `replay`, so the words are the same.
"""

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from nbformat import NotebookNode

from autograder.base.child_process import TaskFailed
from autograder.base.in_child import map_in_child, one_at_a_time
from autograder.in_kernel.agent import Agent
from autograder.judge.plan import AuthorChannel, Plan, request, world
from autograder.judge.remote_subject import AnswerBook, RemoteFunction, RemoteSubject
from autograder.judge.reply import Reply, evidence_in
from course.check.engines.battery import TrialResult
from course.messages.failure import CheckFailed
from course.player.page import picture, style
from course.player.story import Story, tell
from course.recording.battery_trials import trials
from course.subject import asking

FUNCTIONS = RemoteFunction("forward_algorithm"), RemoteFunction("backward_algorithm")
MAX_PICTURE = 1_000_000  # characters of a picture together with its run


class Example(NamedTuple):
    """A graph on which an engine goes wrong, given by its place in the battery."""

    method: str
    place: int


def example_of(error: BaseException | None) -> Example | None:
    """The smallest example of a failed check, if it has one."""
    smallest = error.diagnosis.smallest if isinstance(error, CheckFailed) else None
    if not isinstance(smallest, TrialResult):
        return None
    return Example(smallest.method, trials(smallest.method, True).index(smallest.trial))


@dataclass(frozen=True)
class _Run:
    """A run to be watched."""

    example: Example
    acts: list[dict]
    after: str  # the nonce of an earlier request that was answered with the same engine
    nonce: str = field(default_factory=lambda: secrets.token_hex(16))


class Replays:
    """The runs of one submission to be watched.

    Attributes:
        requests: the cells to run in the student's kernel.
    """

    def __init__(
        self,
        plan: Plan,
        examples: dict[str, Example],
        replies: dict[str, Reply],
        asked: dict[tuple[str, int], Reply],
    ):
        """Finds out what to ask. If several checks are about the same engine, it is asked once.

        Args:
            examples: the example for each failed check, by the id of its cell.
            replies: the replies, by the same ids.
            asked: the replies to reserved acts, by the same ids and the group's number.
        """
        self._plan = plan
        self._runs: dict[tuple[Example, str], _Run] = {}  # by the example and the engine
        self._run_of: dict[str, _Run] = {}  # by cell id
        for cell_id, example in examples.items():
            run = _Run(example, _acts(plan, example), after=replies[cell_id].nonce)
            key = example, _engine_of(cell_id, asked)
            self._run_of[cell_id] = self._runs.setdefault(key, run)
        self.requests = [
            request(run.acts, run.nonce, after=run.after) for run in self._runs.values()
        ]

    def show(
        self, shown: dict[str, list[NotebookNode]], outputs: Iterable[list[NotebookNode]]
    ) -> None:
        """Puts the runs in place of the pictures of their graphs.

        Args:
            shown: by cell id, the outputs of a check; they are changed.
            outputs: the outputs of the requests, as far as these were run.
        """
        displayed = list(zip(self._runs.values(), outputs, strict=False))
        style()  # if its file is missing, that is found here, and no answer is blamed for it
        plan = self._plan

        def picture_in_child(task: list) -> dict | None:
            example, acts, reply = task
            with world(plan):
                return _picture_of(Example(*example), acts, Reply.from_json(reply))

        tasks = [[run.example, run.acts, vars(Reply(shown, run.nonce))] for run, shown in displayed]
        results = map_in_child(picture_in_child, tasks, kept_for=plan)
        picture_of = {
            run.nonce: result for (run, _), result in zip(displayed, results, strict=True)
        }
        for cell_id, run in self._run_of.items():
            data = picture_of.get(run.nonce)
            pictures = [
                output for output in shown[cell_id] if "image/svg+xml" in output.get("data", {})
            ]
            if pictures and data and not isinstance(data, TaskFailed):
                pictures[-1].data = NotebookNode(data)  # the picture just before the error


def _engine_of(cell_id: str, asked: dict[tuple[str, int], Reply]) -> str:
    """A text that tells engines apart: what a cell's engine reportedly does on the small graphs or,
    if it was not asked about them, the cell's id."""
    texts = [reply.text for (asked_id, _), reply in asked.items() if asked_id == cell_id]
    return "".join(texts) or cell_id


def _acts(plan: Plan, example: Example) -> list[dict]:
    """The acts that are asked for, the same for all submissions. They are those for a right engine,
    of which most is asked: two forward and two backward passes."""
    if example not in plan.replay_acts:
        *_, last = plan.checks.values()
        channel = AuthorChannel(Agent(last.cell.names))
        with one_at_a_time, world(plan):
            _story(example, RemoteSubject(channel))
        plan.replay_acts[example] = channel.acts
    return plan.replay_acts[example]


def _picture_of(example: Example, acts: list[dict], reply: Reply) -> dict | None:
    """The picture of a run, made from what a kernel replied; None if it shows no problem."""
    try:
        answers = evidence_in(reply).get("answers")
        story = _story(example, RemoteSubject(AnswerBook(acts, answers)))
        data = picture(story).data if story.first_problem is not None else None
    except Exception:  # forged answers may lead to any error, even while they are drawn
        return None
    return data if len(json.dumps(data)) <= MAX_PICTURE else None


def _story(example: Example, subject: RemoteSubject) -> Story:
    trial = trials(example.method, True)[example.place]
    with asking(subject):
        return tell(trial.graph_that_counts(), *FUNCTIONS, trial.upstream)
