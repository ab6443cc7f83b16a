"""Works out what to ask a student's code, by running the checks on the author's solution.

All random graphs and numbers in a plan come from a series whose name only the grader knows. The
author's own answers must pass all checks on these draws, so no student can fail because of them.
"""

import contextlib
import io
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from autograder.base.child_process import globals_lock
from autograder.base.files import cached_until_changed
from autograder.in_kernel.agent import Agent
from autograder.judge.author_run import (
    BadPlan,
    JudgedCell,
    ids_that_show,
    imports_of_checks,
    run_author,
    run_code,
)
from autograder.judge.check_run import names_for
from autograder.judge.flags.from_answers import bent_questions
from autograder.judge.plan import Plan, PlannedCheck
from autograder.judge.remote_subject import RemoteSubject, acts_of
from autograder.judge.same_as_author import verdict_on_author
from autograder.notebook.source import source_path
from course.check.variants.variant import working_as
from course.messages.misconceptions import read_bank
from course.player.page import style
from course.subject import AnswerT, Question, asking

# Plans that are kept, up to 9 MB each; a homework has a series for each round of feedback.
MAX_PLANS = 12
MAX_SERIES = 5  # tries to find draws on which the author's solution passes; usually one is enough


def plan_for(homework: str, series: str) -> Plan:
    """The plan of a homework on a series. It is made only once for each version of the author's
    text.

    Raises:
        BadPlan: the author's solution raises an error, or fails a check on this series and on
            others.
    """
    with globals_lock:
        return _plan(source_path(homework), series)


@partial(cached_until_changed, most=MAX_PLANS)
def _plan(path: Path, series: str) -> Plan:
    homework, (cells, classes) = path.stem, _author(path)
    # These files are read here, once: judging processes are forked later, and inherit what was
    # read.
    read_bank()
    style()
    shows, imports = ids_that_show(homework), imports_of_checks(homework)
    for again in range(1, MAX_SERIES + 1):
        plan = Plan(series, {}, classes, shows, imports)
        try:
            with plan.in_force():
                plan.checks.update({cell.id: _planned(cell) for cell in cells})
            break
        except BadPlan:
            if again == MAX_SERIES:
                raise
            series = f"{series} {again}"
    return plan


@cached_until_changed
def _author(path: Path) -> tuple[list[JudgedCell], dict[str, type]]:
    return run_author(path.stem)


def _planned(cell: JudgedCell) -> PlannedCheck:
    """Runs a check on the author's solution, and notes what it asks."""
    kernel = AuthorKernel(Agent(cell.names))
    reserved: list[tuple[dict, ...]] = []

    def reserve(questions: Iterable[Question[AnswerT]]) -> Callable[[], list[AnswerT]]:
        reserved.append(tuple(acts_of(questions)))
        return list

    values = tuple(name for name in cell.student_names if not callable(cell.names[name]))
    kernel.carry_out({"do": "defined", "names": list(cell.student_names)})
    for name in values:
        kernel.carry_out({"do": "value", "name": name})
    subject = RemoteSubject(kernel.carry_out, reserve)
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed), asking(subject), working_as("") as student:
            run_code(cell.code, names_for(cell))
    except Exception as error:
        failure = f"{type(error).__name__}: {error}\n{printed.getvalue()}".rstrip()
        raise BadPlan(f"The author's solution does not pass {cell.id}: {failure}") from error
    for question in bent_questions(subject.happened):
        subject.ask(question)
    planned = PlannedCheck(
        cell,
        acts=tuple(kernel.acts),
        reserved=tuple(reserved),
        values=values,
        answers=tuple(kernel.answers),
        pools=tuple(dict.fromkeys(student.pools)),
    )
    return replace(planned, author_verdict=verdict_on_author(planned)) if planned.asks else planned


class AuthorKernel:
    """Stands for a kernel that has the author's functions, and notes what it is asked.

    Attributes:
        acts: the acts that were carried out.
        answers: the answers to them.
    """

    def __init__(self, agent: Agent):
        self._agent = agent
        self.acts: list[dict] = []
        self.answers: list[dict] = []

    def carry_out(self, act: dict) -> dict:
        """The answer, as it would come from a kernel."""
        self.acts.append(act)
        self.answers.append(json.loads(json.dumps(self._agent.carry_out(act))))
        return self.answers[-1]
