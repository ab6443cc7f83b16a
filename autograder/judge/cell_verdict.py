"""Reaches the verdict on one cell: runs the author's check on what a student's kernel answered.

The verdict is written as nbgrader reads it: as an `error` if there are no points, else as an
`execute_result` with a number up to the cell's points. Nothing is written to stderr, which nbgrader
would take for a failure.
"""

import contextlib
import io
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import nbformat
from nbformat import NotebookNode

from autograder.base import in_child
from autograder.base.child_process import MAX_RESULT, WhyFailed
from autograder.in_kernel.portable import BadEvidence, unpack
from autograder.judge.author import run_code
from autograder.judge.consistency import contradiction
from autograder.judge.delivery import not_delivered
from autograder.judge.doubts import doubts
from autograder.judge.plan import PlannedCheck, names_for
from autograder.judge.remote_subject import (
    NotPlanned,
    Put,
    RemoteSubject,
    looked_up,
    never,
    not_skipped,
)
from autograder.judge.replays import Example, example_of
from autograder.judge.reply import NO_EVIDENCE, Reply, evidence_in
from autograder.judge.reserved import Reserved
from autograder.judge.viva import talk
from autograder.notebook.cells import printed_in
from course.check.base.exercise import earned, parts_right
from course.check.questions.share_ledger import NoQuestions
from course.messages import misconceptions
from course.messages.failure import CheckFailed
from course.messages.misconceptions import Misconception, Symptom, looks_like
from course.messages.shown import viewers
from course.picture.draw import Picture
from course.running.limit import TookTooLong
from course.subject import asking


@dataclass
class Verdict:
    """The findings on one judged cell. JSON can hold all that `vars` gives of it."""

    outputs: list[NotebookNode]
    # What an instructor should look at, in sentences.
    flags: list[str] = field(default_factory=list)
    mistakes: list[list[str]] = field(default_factory=list)  # as in `Verdicts`
    # By an exercise's title, the fraction of it that is right.
    outcomes: dict[str, float] = field(default_factory=dict)
    part_right: float = 0.0  # the same fraction for the cell's own exercise, from 0 to 1
    example: Example | None = None  # as in `Verdicts`
    viva: dict = field(default_factory=dict)  # as in `Verdicts`
    # By the id of somebody else whose exercise all answers fit: that exercise's name, and whether
    # this alone tells whose answers they are.
    fitting: dict[str, tuple[str, bool]] = field(default_factory=dict)
    is_compared: bool = False  # whether the verdict depends on who else is in the class

    @classmethod
    def from_json(cls, fields: dict) -> "Verdict":
        """The verdict that was turned into this JSON."""
        verdict = cls(**fields)
        verdict.outputs = nbformat.from_dict(verdict.outputs)
        verdict.example = verdict.example and Example(*verdict.example)
        return verdict

    def remarked(self, student: str, instructor: str) -> "Verdict":
        """The same verdict, with a first line for the student and a flag for the instructor."""
        outputs, flags = [*as_output(student), *self.outputs], [*self.flags, instructor]
        return replace(self, outputs=outputs, flags=flags)


def unfinished(why: WhyFailed, reply: Reply) -> Verdict:
    """The verdict on answers that could not be judged."""
    reason = _why_unfinished(why)
    error = CheckFailed(f"What your code answered {reason}, so it gets no points.")
    outputs = [*as_output(printed_in(reply.outputs)), _error_output(error)]
    return Verdict(outputs, flags=[f"what it answered {reason}."])


def _why_unfinished(why: WhyFailed) -> str:
    match why:
        case WhyFailed.PROCESSOR:
            return f"took more than {in_child.PROCESSOR_SECONDS} s of processor time to check"
        case WhyFailed.TIME:
            return f"took more than {in_child.WAIT_SECONDS} s to check, twice"
        case WhyFailed.SIZE:
            return f"gave more than {MAX_RESULT >> 20} MiB when it was checked"
        case WhyFailed.SKIPPED:
            return "was not checked, because other answers took too long"
        case WhyFailed.MEMORY | WhyFailed.ERROR:
            return "could not be checked: checking it raised an error"
        case WhyFailed.KILLED:
            return "could not be checked: the process checking it was killed"


def misquoted() -> Verdict:
    """The verdict on answers that report lines which are not in the notebook."""
    sentence = "The lines reported for your engine are not in your notebook."
    return Verdict([_error_output(CheckFailed(sentence))], flags=[sentence])


@contextlib.contextmanager
def _mistakes_named() -> Iterator[list[list[str]]]:
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


def judge_cell(planned: PlannedCheck, reply: Reply, reserved: Reserved | None = None) -> Verdict:
    """Runs a check on what was answered. Without `reserved`, the check cannot ask anything more."""
    stdout = io.StringIO()
    stdout.write(printed_in(reply.outputs))
    with _mistakes_named() as mistakes, contextlib.redirect_stdout(stdout):
        run = _run_check(planned, reply, reserved)
    outputs = as_output(stdout.getvalue())
    outputs += [
        nbformat.from_dict({"output_type": "display_data", "data": shown.data, "metadata": {}})
        for shown in run.shown
    ]
    if run.error:
        outputs.append(_error_output(run.error))
    elif planned.cell.is_graded:
        outputs.append(_result(planned))
    return Verdict(
        outputs,
        flags=run.flags,
        mistakes=mistakes,
        outcomes=dict(parts_right),
        part_right=parts_right.get(planned.cell.title, 0.0),
        example=example_of(run.error),
        viva=run.viva,
    )


@dataclass
class _CheckRun:
    """The outcome of running a check."""

    error: BaseException | None = None  # why there are no points; None if there are some
    shown: list = field(default_factory=list)  # pictures, and what is folded away
    flags: list[str] = field(default_factory=list)  # as in `Verdict`
    viva: dict = field(default_factory=dict)  # as in `Verdicts`


def _run_check(planned: PlannedCheck, reply: Reply, reserved: Reserved | None) -> _CheckRun:
    run = _CheckRun()
    names, put = names_for(planned.cell), looked_up([], [])

    def display(*things: object) -> None:
        run.shown += [thing for thing in things if isinstance(thing, Picture)]

    names["display"] = display
    try:
        if reply.stopped:
            raise CheckFailed(reply.stopped)
        if planned.asks:
            evidence = evidence_in(reply)
            run.flags += doubts(evidence, may_use_autograd=planned.may_use_autograd)
            put = looked_up(planned.acts, evidence.get("answers"))
            _give_names(planned, put, names)
        subject = RemoteSubject(put, reserved.reserve_for(planned) if reserved else never)
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
            problem = not_delivered(put(planned.acts[-1]), planned.answers[-1])
            if problem:
                run.flags.append(f"{problem} Did the engine compute it?")
    except BadEvidence as error:
        run.flags.append(f"the evidence could not be read ({error}).")
        run.error = CheckFailed(NO_EVIDENCE)
    except NotPlanned as error:
        run.flags.append(f"its check asked what was not planned ({error}).")
        run.error = CheckFailed(NO_EVIDENCE)
    except (Exception, TookTooLong) as error:
        if isinstance(error, NoQuestions):
            run.flags.append("no questions can be put to its engine.")
        run.error = error
    return run


def _give_names(planned: PlannedCheck, put: Put, names: dict) -> None:
    """Removes those of the student's names that are not defined, and gives variables the student's
    values."""

    def answer_to(**act) -> dict:
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


def as_output(text: str) -> list[NotebookNode]:
    """A text as an output; no output if the text is empty."""
    return [NotebookNode(output_type="stream", name="stdout", text=text)] if text else []


def _result(planned: PlannedCheck) -> NotebookNode:
    points = earned(planned.cell.points, parts_right[planned.cell.title])
    return nbformat.from_dict(
        {
            "output_type": "execute_result",
            "data": {"text/plain": str(points)},
            "metadata": {},
            "execution_count": None,
        }
    )


def _error_output(error: BaseException) -> NotebookNode:
    # What a page shows as a diagnosis has the same name for every kind of failure.
    name = (CheckFailed if isinstance(error, CheckFailed) else type(error)).__name__
    lines = getattr(error, "_render_traceback_", lambda: [f"{name}: {error}"])()
    return NotebookNode(output_type="error", ename=name, evalue=str(error)[:2000], traceback=lines)
