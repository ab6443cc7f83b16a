"""Runs the author's check on what a student's kernel answered."""

import contextlib
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from autograder.in_kernel.values_as_json import BadEvidence, unpack
from autograder.judge.author_run import run_code
from autograder.judge.flags.engine_work import contradiction, ignores_backward
from autograder.judge.flags.self_report import self_reported
from autograder.judge.question_plan import PlannedCheck, names_for
from autograder.judge.remote_subject import (
    NotPlanned,
    Put,
    RemoteSubject,
    looked_up,
    never,
    not_skipped,
    read_answers,
)
from autograder.judge.reply import NO_EVIDENCE, Reply, evidence_in
from autograder.judge.viva import talk
from course.check.questions.share_ledger import NoQuestions
from course.messages import misconceptions
from course.messages.failure import CheckFailed
from course.messages.misconceptions import Misconception, Symptom, looks_like
from course.messages.output import viewers
from course.picture.draw import Picture
from course.recording.calls import Record
from course.running.limit import TookTooLong
from course.subject import Question, asking

# Asks for a group of the acts that a check reserved, given by its number. Most checks never want
# any: these are questions whose answers a check wants only after a failure.
AskReserved = Callable[[int], Reply]


@dataclass
class CheckRun:
    """The outcome of running a check."""

    error: BaseException | None = None  # why there are no points; None if there are some
    shown: list = field(default_factory=list)  # pictures, and what is folded away
    flags: list[str] = field(default_factory=list)  # what an instructor should look at
    viva: dict = field(default_factory=dict)  # as `talk` gives it


def run_check(planned: PlannedCheck, reply: Reply, ask: AskReserved | None) -> CheckRun:
    """Runs a check. Without `ask`, the check cannot ask anything more."""
    run = CheckRun()
    try:
        _judge(run, planned, reply, ask)
    except BadEvidence as error:
        run.flags.append(f"the evidence could not be read ({error}).")
        run.error = CheckFailed(NO_EVIDENCE)
    except NotPlanned as error:
        run.flags.append(f"its check asked what was not planned ({error}).")
        run.error = CheckFailed(NO_EVIDENCE)
    except NoQuestions as error:
        run.flags.append("no questions can be put to its engine.")
        run.error = error
    except (Exception, TookTooLong) as error:
        run.error = error
    return run


def _judge(run: CheckRun, planned: PlannedCheck, reply: Reply, ask: AskReserved | None) -> None:
    """Runs a check, and raises an error if there are no points."""
    names, put = names_for(planned.cell), looked_up([], [])

    def display(*things: object) -> None:
        run.shown += [thing for thing in things if isinstance(thing, Picture)]

    names["display"] = display
    if reply.stopped:
        raise CheckFailed(reply.stopped)
    if planned.asks:
        evidence = evidence_in(reply)
        run.flags += self_reported(evidence, may_use_autograd=planned.may_use_autograd)
        put = looked_up(planned.acts, evidence.get("answers"))
        _give_names(planned, put, names)
    subject = RemoteSubject(put, _reserve_for(planned, ask) if ask else never)
    try:
        with asking(subject), viewers.hearing(run.shown.append):
            run_code(planned.cell.code, names)
    finally:
        run.viva = talk(subject.happened)
    if problem := contradiction(subject.happened):
        run.flags.append(f"{problem} Did the engine compute it?")
        raise CheckFailed(problem)
    # If an answer was withdrawn, the gradients were wrong, and may come from anywhere.
    if planned.is_bent and not subject.has_withdrawn:
        problem = ignores_backward(put(planned.acts[-1]), planned.answers[-1])
        run.flags += [f"{problem} Did the engine compute it?"] if problem else []


def _give_names(planned: PlannedCheck, put: Put, names: dict) -> None:
    """Removes those of the student's names that are not defined, and gives variables the student's
    values."""

    def answer_to(**act: object) -> dict:
        return not_skipped(act, put(act))

    asked = list(planned.cell.student_names)
    defined = answer_to(do="defined", names=asked).get("defined")
    for name in asked:
        if not isinstance(defined, list) or name not in defined:
            del names[name]
    for name in planned.values:
        answer = answer_to(do="value", name=name)
        if name in names:
            names[name] = unpack(answer.get("value"))


def _reserve_for(planned: PlannedCheck, ask: AskReserved) -> Callable:
    """The function `reserve` for the subject of a planned check."""
    groups = itertools.count()

    def reserve(questions: Iterable[Question]) -> Callable[[], list[Record]]:
        group = next(groups)

        def answers() -> list[Record]:
            if group >= len(planned.reserved):
                raise NotPlanned("something reserved")
            try:
                put = looked_up(planned.reserved[group], evidence_in(ask(group)).get("answers"))
            except (BadEvidence, CheckFailed):  # without them there is no diagnosis
                return []
            return read_answers(list(questions), put)

        return answers

    return reserve


@contextlib.contextmanager
def mistakes_named() -> Iterator[list[list[str]]]:
    """Gives a list, to which the known mistakes that a check has named are added at the end."""
    looked_up: list[tuple[Symptom, ...]] = []
    narrowed: dict[int, list[Misconception]] = {}  # by the place in `looked_up`
    named: list[list[str]] = []

    def narrow(mistakes: list[Misconception]) -> None:
        narrowed[len(looked_up) - 1] = mistakes

    lookups = misconceptions.lookups.hearing(looked_up.append)
    try:
        with lookups, misconceptions.narrowings.hearing(narrow):
            yield named
    finally:
        for place, symptoms in enumerate(looked_up):
            mistakes = narrowed[place] if place in narrowed else looks_like(*symptoms)
            if mistakes:
                named.append([mistake.id for mistake in mistakes])
