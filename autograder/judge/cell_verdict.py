"""Holds the verdict on one cell, and writes it as nbgrader reads it: as an `error` if there are no
points, else as an `execute_result` with a number up to the cell's points. Nothing is written to
stderr, which nbgrader would take for a failure.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

from autograder.base import child_process
from autograder.base.child_process import TaskFailed, WhyFailed
from autograder.judge.reply import Reply
from autograder.notebook.cells import printed_in
from course.check.base.exercise import points_earned
from course.messages.failure import CheckFailed
from course.recording.records import Method


class Example(NamedTuple):
    """A graph on which an engine goes wrong, given by its place in the battery."""

    method: Method
    place: int


@dataclass
class Verdict:
    """The verdict on one judged cell. JSON can hold its `vars`."""

    outputs: list[NotebookNode]
    # What an instructor should look at, in sentences.
    flags: list[str] = field(default_factory=list)
    # For each wrong answer that looks like a known mistake, the id of that mistake, or the ids of
    # several that cannot be told apart.
    mistakes: list[list[str]] = field(default_factory=list)
    # By an exercise's title, the fraction of it that is right.
    outcomes: dict[str, float] = field(default_factory=dict)
    part_right: float = 0.0  # the same fraction for the cell's own exercise, from 0 to 1
    example: Example | None = None  # the smallest graph on which an engine goes wrong
    viva: dict = field(default_factory=dict)  # as `questions_for_viva` gives it
    may_be_others: bool = False  # whether the answers are worth comparing with others' exercises
    is_compared: bool = False  # whether the verdict depends on who else is in the class
    trace: str = ""  # the traceback of an error of ours that kept it from being reached

    @classmethod
    def from_json(cls, fields: dict) -> "Verdict":
        """The verdict that was turned into this JSON."""
        verdict = cls(**fields)
        verdict.outputs = nbformat.from_dict(verdict.outputs)
        verdict.example = verdict.example and Example(*verdict.example)
        return verdict


def unfinished(failure: TaskFailed, reply: Reply) -> Verdict:
    """The verdict on answers that could not be judged."""
    return _not_judged(_why_unfinished(failure.why), reply, failure.trace)


def skipped(reply: Reply) -> Verdict:
    """The verdict on answers that are not judged, because others of this notebook took too long."""
    return _not_judged("was not checked, because other answers took too long", reply)


def _not_judged(reason: str, reply: Reply, trace: str = "") -> Verdict:
    error = CheckFailed(f"What your code answered {reason}, so it gets no points.")
    outputs = [*as_output(printed_by_student(reply)), as_error(error)]
    return Verdict(outputs, flags=[f"what it answered {reason}."], trace=trace)


def _why_unfinished(why: WhyFailed) -> str:
    match why:
        case WhyFailed.PROCESSOR:
            return f"took more than {child_process.PROCESSOR_SECONDS} s of processor time to check"
        case WhyFailed.TIME:
            return f"took more than {child_process.WAIT_SECONDS} s to check, twice"
        case WhyFailed.SIZE:
            return f"gave more than {child_process.MAX_RESULT >> 20} MiB when it was checked"
        case WhyFailed.MEMORY | WhyFailed.ERROR:
            return "could not be checked: checking it raised an error"
        case WhyFailed.KILLED:
            return "could not be checked: the process checking it was killed"


def misquoted() -> Verdict:
    """The verdict on answers that report lines which are not in the notebook."""
    sentence = "The lines reported for your engine are not in your notebook."
    return Verdict([as_error(CheckFailed(sentence))], flags=[sentence])


def printed_by_student(reply: Reply) -> str:
    """What a student's code printed while it was questioned. Each line is marked, so nobody takes
    it for the check's words."""
    lines = printed_in(reply.outputs).splitlines()
    return "\n| ".join(["Your code printed:", *lines]) + "\n" if lines else ""


def as_output(text: str) -> list[NotebookNode]:
    """A text as an output; no output if the text is empty."""
    return [NotebookNode(output_type="stream", name="stdout", text=text)] if text else []


def as_points(worth: float, part_right: float) -> NotebookNode:
    """The points for a cell of which this fraction is right, as an output."""
    points = points_earned(worth, part_right)
    data = {"text/plain": str(points)}
    return NotebookNode(output_type="execute_result", data=data, metadata={}, execution_count=None)


def as_error(error: BaseException) -> NotebookNode:
    """Why there are no points, as an output."""
    # All subclasses of `CheckFailed` get the same name, by which pages recognise a diagnosis.
    name = (CheckFailed if isinstance(error, CheckFailed) else type(error)).__name__
    lines = getattr(error, "_render_traceback_", lambda: [f"{name}: {error}"])()
    return NotebookNode(output_type="error", ename=name, evalue=str(error)[:2000], traceback=lines)
