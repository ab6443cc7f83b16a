"""Works out what to ask a student's code, by running the checks on the author's solution.

All graphs and numbers in a plan come from a series of random draws whose name only the grader
knows. The author's own answers must pass all checks on these draws, so no student can fail because
of them.
"""

import contextlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.base.files import cached_until_changed
from autograder.in_kernel.agent import Agent
from autograder.in_kernel.evidence import REQUEST
from autograder.judge.author_run import (
    BadPlan,
    JudgedCell,
    fresh_registry,
    run_author,
    run_code,
    shows,
)
from autograder.judge.flags.from_answers import bent_question
from autograder.judge.remote_subject import RemoteFunction, RemoteSubject, acts_of
from autograder.notebook.source import source_path
from course.check.variants.variant import working_as
from course.graph import ComputationNode
from course.messages.misconceptions import read_bank
from course.reference.random_values import in_series
from course.subject import AnswerT, Question, asking

if TYPE_CHECKING:
    from autograder.judge.cell_verdict import Verdict
    from autograder.judge.replays import Example

# Plans that are kept, up to 9 MB each; a homework has a series for each round of feedback.
MAX_PLANS = 12
MAX_SERIES = 5  # tries to find draws on which the author's solution passes; usually one is enough


@dataclass(frozen=True)
class PlannedCheck:
    """The questions of one judged cell, and the answers of the author's solution."""

    cell: JudgedCell
    acts: tuple[dict, ...]  # what a student's code is asked to do, in order
    # Groups of further acts, which it is asked to do only if the check wants to know more.
    reserved: tuple[tuple[dict, ...], ...]
    values: tuple[str, ...]  # the names of variables whose values are asked for
    answers: list[dict]  # the author's answers to the acts
    pools: tuple[str, ...] = ()  # the pools from which each student has their own exercise
    is_bent: bool = False  # whether the last act asks if an engine follows what `backward` returns

    @property
    def asks(self) -> bool:
        """Whether anything is asked; a summary asks nothing."""
        return bool(self.cell.student_names)

    @property
    def may_use_autograd(self) -> bool:
        """Whether it asks only about functions that are given their gradients, or find them in
        whichever way works, as a training loop does: if a student's engine is wrong, the notebook
        itself gives the loop PyTorch's."""
        return all(act["do"] in ("defined", "value", "CallFunction") for act in self.acts)


def request(acts: Sequence[dict], nonce: str, after: str = "") -> str:
    """The source of a cell that makes a student's kernel answer acts. A graded kernel recognises
    it, and answers without having IPython run it.

    Args:
        nonce: what the answer must quote.
        after: the nonce of an earlier request, whose functions and classes are to be used again.
    """
    asked = json.dumps({"nonce": nonce, "acts": acts, "after": after})
    return f"{REQUEST}{json.dumps(asked)})"


@dataclass(frozen=True)
class Plan:
    """All checks of a homework, planned on one series of draws."""

    # The name of the series of draws, which is secret. It differs from the requested name if the
    # author's solution did not pass on that series.
    series: str
    checks: dict[str, PlannedCheck]  # by cell id, in the order of the notebook
    classes: dict[str, type]  # the author's node classes
    shows: frozenset[str]  # the ids of the author's cells that only show something
    # By cell id, the verdict on the author's answers, computed when first needed.
    author_verdicts: dict[str, "Verdict | None"] = field(default_factory=dict)
    # By example, the acts for watching an engine on it, also computed when first needed.
    replay_acts: dict["Example", list[dict]] = field(default_factory=dict)


def plan_for(homework: str, series: str) -> Plan:
    """The plan of a homework on a series. It is made only once for each version of the author's
    text.

    Raises:
        BadPlan: the author's solution raises an error, or fails a check on this series and on
            others.
    """
    return _plan(source_path(homework), series)


@partial(cached_until_changed, most=MAX_PLANS)
def _plan(path: Path, series: str) -> Plan:
    homework, (cells, classes) = path.stem, _author(path)
    read_bank()  # once here, so that the processes that judge need not do it
    for again in range(1, MAX_SERIES + 1):
        plan = Plan(series, {}, classes, shows(homework))
        try:
            with world(plan):
                plan.checks.update({cell.id: _planned(cell) for cell in cells})
            break
        except BadPlan:
            if again == MAX_SERIES:
                raise
            series = f"{series} {again}"
    return plan


@contextlib.contextmanager
def world(plan: Plan) -> Iterator[None]:
    """The context in which a plan's checks run, with the plan's node classes and draws."""
    with fresh_registry(plan.classes), in_series(plan.series):
        yield


@cached_until_changed
def _author(path: Path) -> tuple[list[JudgedCell], dict[str, type]]:
    return run_author(path.stem)


def _planned(cell: JudgedCell) -> PlannedCheck:
    """Runs a check on the author's solution, and notes what it asks."""
    channel = AuthorChannel(Agent(cell.names))
    reserved: list[tuple[dict, ...]] = []

    def reserve(questions: Iterable[Question[AnswerT]]) -> Callable[[], list[AnswerT]]:
        reserved.append(tuple(acts_of(questions)))
        return list

    values = tuple(name for name in cell.student_names if not callable(cell.names[name]))
    channel.put({"do": "defined", "names": list(cell.student_names)})
    for name in values:
        channel.put({"do": "value", "name": name})
    subject = RemoteSubject(channel.put, reserve)
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed), asking(subject), working_as("") as worker:
            run_code(cell.code, names_for(cell))
    except Exception as error:
        failure = f"{type(error).__name__}: {error}\n{printed.getvalue()}".rstrip()
        raise BadPlan(f"The author's solution does not pass {cell.id}: {failure}") from error
    bent = bent_question(subject.happened)
    if bent:
        subject.ask(bent)
    return PlannedCheck(
        cell,
        acts=tuple(channel.acts),
        reserved=tuple(reserved),
        values=values,
        answers=channel.answers,
        pools=tuple(dict.fromkeys(worker.pools)),
        is_bent=bent is not None,
    )


class AuthorChannel:
    """Carries out acts with the author's functions, and notes them.

    Attributes:
        acts: the acts that were carried out.
        answers: the answers to them.
    """

    def __init__(self, agent: Agent):
        self._agent = agent
        self.acts: list[dict] = []
        self.answers: list[dict] = []

    def put(self, act: dict) -> dict:
        """The answer, as it would come from a kernel."""
        self.acts.append(act)
        self.answers.append(json.loads(json.dumps(self._agent.carry_out(act))))
        return self.answers[-1]


def names_for(cell: JudgedCell) -> dict:
    """The names that a judged cell is run with. A `RemoteFunction` stands for each function of the
    student's, but the author's node classes stay, since the check makes its graphs from them."""
    names = dict(cell.names)
    for name in cell.student_names:
        value = names[name]
        is_node = isinstance(value, type) and issubclass(value, ComputationNode)
        if callable(value) and not is_node:
            names[name] = RemoteFunction(name)
    return names
