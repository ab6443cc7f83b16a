"""Makes a playable run of a student's engine, on the smallest graph on which it goes wrong.

The failed check has found this graph. The engine then runs on it in the student's kernel, and the
code behind a notebook's `replay` describes the run here, so the words are the same.
"""

import json
from functools import cache, lru_cache

from nbformat import NotebookNode

from autograder.in_kernel.agent import Agent
from autograder.judge.cell_verdict import Example, Verdict
from autograder.judge.plan import Plan
from autograder.judge.question_plan import AuthorKernel
from autograder.judge.remote_subject import RemoteFunction, RemoteSubject, looked_up
from autograder.judge.reply import Reply, evidence_in
from autograder.judge.told_before import AskMore
from course.player.page import PlayedPicture
from course.player.recorded_run import RecordedRun, record_run
from course.recording.battery_trials import trials
from course.subject import asking

_ENGINE = RemoteFunction("forward_algorithm"), RemoteFunction("backward_algorithm")
MAX_PICTURE = 1_000_000  # characters of a picture together with its run


def show_replay(plan: Plan, verdict: Verdict, ask: AskMore) -> None:
    """If a failed check has an example, replaces the picture of that graph with a run of the engine
    on it.

    Args:
        verdict: changed in place.
        ask: has the student's kernel carry out acts.
    """
    pictures = [each for each in verdict.outputs if "image/svg+xml" in each.get("data", {})]
    if verdict.example and pictures:
        reply = ask(_acts(plan, verdict.example))
        if data := _picture(plan, verdict.example, reply):
            pictures[-1].data = NotebookNode(data)  # the picture just before the error


@cache
def _acts(plan: Plan, example: Example) -> list[dict]:
    """The acts that a right engine needs: two forward and two backward passes. A wrong engine may
    need fewer."""
    *_, last = plan.checks.values()
    kernel = AuthorKernel(Agent(last.cell.names))
    _recorded(example, RemoteSubject(kernel.carry_out))
    return kernel.acts


@lru_cache(maxsize=4)  # several checks may fail because of the same engine
def _picture(plan: Plan, example: Example, reply: Reply) -> dict | None:
    """The picture of a run, made from what a kernel answered; None if it shows no problem."""
    try:
        answers = looked_up(_acts(plan, example), evidence_in(reply).get("answers"))
        recorded = _recorded(example, RemoteSubject(answers))
        data = PlayedPicture(recorded).data if recorded.first_problem is not None else None
    except Exception:  # forged answers may lead to any error, even while they are drawn
        return None
    return data if len(json.dumps(data)) <= MAX_PICTURE else None


def _recorded(example: Example, subject: RemoteSubject) -> RecordedRun:
    trial = trials(example.method, tensors=True)[example.place]
    with asking(subject):
        return record_run(trial.graph_that_counts(), *_ENGINE, trial.upstream)
