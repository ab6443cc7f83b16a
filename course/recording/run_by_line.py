"""Records what a student's own engine does on one graph, and which of its lines do it. The quiz
makes its questions from these records.

The engine runs forward, backward, and backward once more. Most questions are about the last pass,
because only there does an engine have gradients to reset. It runs on copies of the graph at
different places in memory: an engine that iterates over a set visits the nodes of each copy in a
different order.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType

from course.graph import ComputationNode
from course.recording.copies import COPIES, moved_copies
from course.recording.guards import ChangesGraph
from course.recording.quick_recorder import MAX_EVENTS, Outcome, QuickRecorder
from course.recording.records import Answer, Event, Method
from course.running.cell_lines import lines_of
from course.running.silence import silenced

MAX_SOURCE_LINES = 400  # lines of the cells that contain the engine
MAX_SOURCE_WIDTH = 160  # characters of each line
_TOO_EARLY = {
    "forward": "before all its inputs have results",
    "backward": "whose gradient is None",
}


@dataclass
class Pass:
    """One call of an algorithm."""

    stopped: str = ""  # why it did not finish; empty if it did
    visits: list[int] = field(default_factory=list)  # how often each node's method ran, with leaves
    # What happened, in order. Lines are numbered from 1 throughout all cells of the engine.
    events: list[Event] = field(default_factory=list, metadata={"most": MAX_EVENTS})


@dataclass(eq=False)
class RanByLine(Answer):
    """The passes of an engine on copies of a graph."""

    # The forward pass on each copy.
    forward: list[Pass] = field(default_factory=list, metadata={"most": COPIES})
    # The second backward pass on each copy, or the pass that did not finish.
    backward: list[Pass] = field(default_factory=list, metadata={"most": COPIES})
    # The lines of the cells that contain the engine, one cell after the other; empty if unknown.
    source: list[str] = field(default_factory=list, metadata={"most": MAX_SOURCE_LINES})


def run_by_line(
    graph: ComputationNode, forward_algorithm: Callable, backward_algorithm: Callable, one: object
) -> RanByLine:
    """Runs an engine on copies of a graph of numbers. `one` is the upstream gradient of the second
    backward pass."""
    runs = RanByLine()
    listing = _Listing(forward_algorithm, backward_algorithm)
    calls: list[tuple[Method, Callable, dict]] = [
        ("forward", forward_algorithm, {}),
        ("backward", backward_algorithm, {}),
        ("backward", backward_algorithm, {"one": one}),
    ]
    with silenced():
        for copied in moved_copies(graph):
            passes = []
            for call in calls:
                passes.append(_pass(copied, *call, listing))
                if passes[-1].stopped:
                    break
            runs.forward.append(passes[0])
            runs.backward.append(passes[-1])
            if passes[-1].stopped:
                break
    runs.source = listing.lines
    return runs


def _pass(
    graph: ComputationNode, method: Method, algorithm: Callable, options: dict, listing: "_Listing"
) -> Pass:
    recorder = QuickRecorder(graph.sorted_nodes(), method, with_steps=True)
    outcome = recorder.run(lambda: algorithm(graph, **options))
    places = [listing.place(*line) for line in recorder.lines]
    events = [
        replace(step, line=None if step.line is None else places[step.line])
        for step in outcome.events
    ]
    return Pass(_why_stopped(outcome, method), outcome.visits, events)


def _why_stopped(outcome: Outcome, method: Method) -> str:
    """Why a run did not finish; empty if it did."""
    if outcome.ran_early:
        return f"it calls {method} of a node {_TOO_EARLY[method]}"
    if outcome.called_too_often:
        return f"it calls {method} again and again"
    if outcome.took_too_long:
        return "it is still running when it is stopped"
    if outcome.error == ChangesGraph.__name__:
        return f"it {outcome.text}"
    return f"it raises {outcome.error_and_text.rstrip('.')}" if outcome.error else ""


class _Listing:
    """The cells that contain an engine's lines, as one text whose lines are numbered from 1."""

    def __init__(self, *functions: Callable):
        self.lines: list[str] = []
        self._starts: dict[str, int | None] = {}
        for function in functions:
            if isinstance(code := getattr(function, "__code__", None), CodeType):
                self.place(code, 0)

    def place(self, code: CodeType, number: int) -> int | None:
        """The number in this text of a line of a cell; None if the cell is unknown or too long."""
        name = code.co_filename
        if name not in self._starts:
            # Python keeps the text of cells for its tracebacks. Code from a file is not a cell.
            lines = [] if Path(name).exists() else lines_of(name)
            fits = 0 < len(lines) <= MAX_SOURCE_LINES - len(self.lines)
            self._starts[name] = len(self.lines) if fits else None
            self.lines += [line.rstrip()[:MAX_SOURCE_WIDTH] for line in lines] if fits else []
        start = self._starts[name]
        return None if start is None else start + number
