"""Reaches a verdict by running the author's check on what a student's kernel answered."""

import contextlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from nbformat import NotebookNode

from autograder.in_kernel.values_as_json import BadEvidence, unpack
from autograder.judge.author_run import JudgedCell, run_code
from autograder.judge.cell_verdict import (
    Example,
    Verdict,
    as_error,
    as_output,
    as_points,
    printed_by_student,
)
from autograder.judge.flags.from_answers import asks_bent, contradiction, doubt_of_engine
from autograder.judge.flags.from_kernel import flags_in_evidence
from autograder.judge.plan import PlannedCheck
from autograder.judge.remote_subject import (
    CarryOut,
    NotPlanned,
    RemoteFunction,
    RemoteSubject,
    looked_up,
    never_asked,
    not_skipped,
    read_answers,
)
from autograder.judge.reply import NO_EVIDENCE, NoEvidence, Reply, evidence_in
from autograder.judge.temporary_changes import temporary_items
from autograder.judge.told_before import AskMore
from autograder.judge.viva import questions_for_viva
from course.check.base.exercise import parts_right
from course.check.engines.battery import ComparedTrial
from course.check.quiz.quiz_run import NoQuiz
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.messages.misconceptions import Misconception, recognised
from course.messages.output import viewers
from course.picture.svg import Picture
from course.recording.battery_trials import trials
from course.recording.records import Answer
from course.running.limit import TookTooLong
from course.subject import Question, asking


def judge_cell(
    planned: PlannedCheck,
    reply: Reply,
    ask: AskMore | None = None,
    before: Mapping[str, float] = {},
) -> Verdict:
    """The verdict of a check on what was answered.

    Args:
        ask: without it, the check cannot ask anything more.
        before: the outcomes of the cells before it, which a summary lists.
    """
    run = _CheckRun(planned, reply, ask)
    with (
        temporary_items(parts_right, before),
        mistakes_named() as mistakes,
        contextlib.redirect_stdout(io.StringIO()) as printed,
        contextlib.redirect_stderr(io.StringIO()),  # is not graded
    ):
        printed.write(printed_by_student(reply))
        error = run.why_no_points()
        outcomes = dict(parts_right)
    part_right = outcomes.get(planned.cell.title, 0.0)
    outputs = as_output(printed.getvalue()) + [
        NotebookNode(output_type="display_data", data=thing.data, metadata={})
        for thing in run.shown
    ]
    if error:
        outputs.append(as_error(error))
    elif planned.cell.is_graded:
        outputs.append(as_points(planned.cell.worth, part_right))
    return Verdict(
        outputs,
        flags=run.flags,
        mistakes=mistakes,
        outcomes=outcomes,
        part_right=part_right,
        example=_example_of(error),
        viva=run.viva,
    )


@contextlib.contextmanager
def mistakes_named() -> Iterator[list[list[str]]]:
    """Gives a list. For each wrong answer that looks like known mistakes, their ids are added to
    it."""
    named: list[list[str]] = []

    def note(mistakes: list[Misconception]) -> None:
        if mistakes:
            named.append([mistake.id for mistake in mistakes])

    with recognised.hearing(note):
        yield named


def _example_of(error: BaseException | None) -> Example | None:
    """The smallest example of a failed check, if it has one."""
    smallest = error.diagnosis.smallest if isinstance(error, CheckFailed) else None
    if not isinstance(smallest, ComparedTrial):
        return None
    return Example(smallest.method, trials(smallest.method, tensors=True).index(smallest.trial))


@dataclass
class _CheckRun:
    """A run of a check, and what is found in it."""

    planned: PlannedCheck
    reply: Reply
    ask: AskMore | None
    flags: list[str] = field(default_factory=list)
    viva: dict = field(default_factory=dict)  # questions for a viva
    shown: list = field(default_factory=list)  # pictures, and what is folded away

    def why_no_points(self) -> BaseException | None:
        """Runs the check. Returns the error to show if there are no points, else None."""
        try:
            self._run()
        except NoEvidence as none:
            if self.reply.nonce:  # it was asked
                self.flags.append("the notebook did not answer.")
            return none
        except BadEvidence as bad:
            self.flags.append(f"the evidence could not be read ({bad}).")
            return CheckFailed(NO_EVIDENCE)
        except NotPlanned as act:
            self.flags.append(f"its check asked something that was not planned ({act}).")
            return CheckFailed(NO_EVIDENCE)
        except NoQuiz as none:
            self.flags.append("no questions can be put to its engine.")
            return none
        except (Exception, TookTooLong) as raised:
            return raised
        return None

    def _run(self) -> None:
        """Runs the check, and raises an error if there are no points."""
        planned, reply, shown = self.planned, self.reply, self.shown
        names, carry_out = names_for(planned.cell), looked_up([], [])
        names["display"] = lambda *things: shown.extend(x for x in things if isinstance(x, Picture))
        if reply.stopped:
            raise CheckFailed(reply.stopped)
        if planned.asks:
            evidence = self._evidence_in(reply)
            carry_out = looked_up(planned.acts, evidence.get("answers"))
            _give_names(planned, carry_out, names)
        reserve = never_asked
        if ask := self.ask:
            reserve = _reserve_for(planned, lambda acts: self._evidence_in(ask(acts)))
        subject = RemoteSubject(carry_out, reserve)
        try:
            with asking(subject), viewers.hearing(shown.append):
                run_code(planned.cell.code, names)
        finally:
            self.viva = questions_for_viva(subject.happened)
        impossible, problem = contradiction(subject.happened), ""
        # If an answer was withdrawn, its gradients were wrong, and may come from anywhere.
        pairs = zip(planned.acts, planned.answers, strict=True)
        bent = [(carry_out(act), authors) for act, authors in pairs if asks_bent(act)]
        if bent and not subject.has_withdrawn and not impossible:
            problem = doubt_of_engine(subject.happened, bent)
        if doubt := impossible or problem:
            self.flags.append(f"{doubt} Did the engine compute it?")
        if impossible:
            raise CheckFailed(impossible)

    def _evidence_in(self, reply: Reply) -> dict:
        """The evidence in a reply. What it says about the kernel is flagged, also in replies to
        reserved acts, since a check may pass because of these."""
        evidence = evidence_in(reply)
        flags = flags_in_evidence(evidence, may_use_autograd=self.planned.may_use_autograd)
        self.flags += [flag for flag in flags if flag not in self.flags]
        return evidence


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


def _give_names(planned: PlannedCheck, carry_out: CarryOut, names: dict) -> None:
    """Removes names that the student's notebook does not define, and gives variables the student's
    values."""

    def answer_to(**act: object) -> dict:
        return not_skipped(act, carry_out(act))

    asked = list(planned.cell.student_names)
    defined = answer_to(do="defined", names=asked).get("defined")
    for name in asked:
        if not isinstance(defined, list) or name not in defined:
            del names[name]
    for name in planned.values:
        answer = answer_to(do="value", name=name)
        if name in names:
            names[name] = unpack(answer.get("value"))


def _reserve_for(planned: PlannedCheck, evidence_of: Callable[[Sequence[dict]], dict]) -> Callable:
    """The function `reserve` for the subject of a planned check."""
    groups = iter(planned.reserved)

    def reserve(questions: Iterable[Question]) -> Callable[[], list[Answer]]:
        acts = next(groups, None)

        def answered() -> list[Answer]:
            if acts is None:
                raise NotPlanned("something reserved")
            try:
                carry_out = looked_up(acts, evidence_of(acts).get("answers"))
            except (BadEvidence, CheckFailed):  # the check goes on without them
                return []
            return read_answers(list(questions), carry_out)

        return answered

    return reserve
