"""A student's own run on the smallest graph on which their engine goes wrong, to be played.

The judge finds out which graph that is. The run is then watched in the student's kernel, and told
here by the code behind `replay` in a notebook, so the words are the same.
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
MAX_PICTURE = 1_000_000  # characters of a picture with its run


class Example(NamedTuple):
    """A graph on which an engine goes wrong, by its place in the battery."""

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
    after: str  # the nonce of the request that was answered with the engine that is watched
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
        """Finds out what to ask; only once for checks about the same engine.

        Args:
            examples: by the id of the cell whose check failed.
            replies: by the same ids.
            asked: what was reported of reserved acts, by the same ids and the group's number.
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
            outputs: those of the requests, as far as they were run.
        """
        displayed = list(zip(self._runs.values(), outputs, strict=False))
        style()  # a file that is missing is found here, where it is not taken for an answer's fault
        results = map_in_child(_picture_of, displayed, lambda: world(self._plan))
        picture_of = {
            run.nonce: result for (run, _), result in zip(displayed, results, strict=True)
        }
        for cell_id, run in self._run_of.items():
            data = picture_of.get(run.nonce)
            pictures = [
                output for output in shown[cell_id] if "image/svg+xml" in output.get("data", {})
            ]
            if pictures and data and not isinstance(data, TaskFailed):
                pictures[-1].data = NotebookNode(data)  # the last thing before the error


def _engine_of(cell_id: str, asked: dict[tuple[str, int], Reply]) -> str:
    """What was reported of a cell's engine on the small graphs, the same only for the same engine;
    the cell's id if it was not asked about them."""
    texts = [reply.text for (asked_id, _), reply in asked.items() if asked_id == cell_id]
    return "".join(texts) or cell_id


def _acts(plan: Plan, example: Example) -> list[dict]:
    """What is asked of a right engine, which is asked most: two passes forward and two backward. It
    is the same for all submissions."""
    if example not in plan.replay_acts:
        *_, last = plan.checks.values()
        channel = AuthorChannel(Agent(last.cell.names))
        with one_at_a_time, world(plan):
            _story(example, RemoteSubject(channel))
        plan.replay_acts[example] = channel.acts
    return plan.replay_acts[example]


def _picture_of(displayed: tuple[_Run, list[NotebookNode]]) -> dict | None:
    """The picture of a run, from what a kernel displayed; None if there is nothing to see."""
    run, outputs = displayed
    try:
        answers = evidence_in(Reply(outputs, run.nonce)).get("answers")
        story = _story(run.example, RemoteSubject(AnswerBook(run.acts, answers)))
        data = picture(story).data if story.first_problem is not None else None
    except Exception:  # whatever forged answers may lead to, also where they are drawn
        return None
    return data if len(json.dumps(data)) <= MAX_PICTURE else None


def _story(example: Example, subject: RemoteSubject) -> Story:
    trial = trials(example.method, True)[example.place]
    with asking(subject):
        return tell(trial.graph_that_counts(), *FUNCTIONS, trial.upstream)
