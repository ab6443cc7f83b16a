"""Tries an engine on each graph of the battery, and notes what it leaves and, if wanted, its steps.

An outcome only says what happened. `check.engines.battery` compares it with what is right.
"""

import contextlib
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from time import process_time

from course.graph import Leaf
from course.recording.battery_trials import trials_to_run
from course.recording.calls import Record
from course.recording.evidence import EngineEvent, EvidenceRecorder, Outcome, evidence_of
from course.recording.trial import Trial, compute_results
from course.running.limit import TookTooLong

# Seconds of processor time for a battery. Marks depend on the run without steps, so it gets enough
# to be completed.
BATTERY_LIMIT = 5.0
BATTERY_LIMIT_WITH_STEPS = 0.5


@dataclass
class Steps:
    """The steps that led to an outcome."""

    events: list[EngineEvent]  # what happened, in order
    lines: list[str]  # the lines of code that did it
    # If a method ran too early, the outcome of a strict run, in which it raises its own error.
    strict: Outcome | None


@dataclass
class Outcomes(Record):
    """The outcomes of an algorithm on the battery, or on its first trials if time ran out."""

    outcomes: list[Outcome] = field(default_factory=list)
    steps: list[Steps] = field(default_factory=list)


def outcomes_of(algorithm: Callable, method: str, tensors: bool, with_steps: bool) -> Outcomes:
    """Tries an engine's algorithm on one trial after the other, until time runs out. Without steps,
    it is only tried on the trials that count."""
    started, outcomes = process_time(), Outcomes()
    limit = BATTERY_LIMIT_WITH_STEPS if with_steps else BATTERY_LIMIT
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        for trial in trials_to_run(method, tensors, with_steps):
            if process_time() - started > limit:
                break
            outcome, recorder = _tried(trial, algorithm, method, with_steps)
            steps = Steps(recorder.events, recorder.lines_as_text(), strict=None)
            if recorder.ran_early:
                steps.strict, _ = _tried(trial, algorithm, method, with_steps=False, is_strict=True)
            elif trial.shapes and len(trial.ops) > 2:
                # They are long, and those on graphs of numbers show the same.
                steps.events, steps.lines = [], []
            outcomes.outcomes.append(outcome)
            outcomes.steps.append(steps)
            last = steps.strict or outcome
            if TookTooLong.__name__ in (outcome.error, last.error):
                break
    return outcomes


def _tried(
    trial: Trial, algorithm: Callable, method: str, with_steps: bool, is_strict: bool = False
) -> tuple[Outcome, EvidenceRecorder]:
    graph = trial.build()
    nodes = graph.sorted_nodes()

    def run(one: object, with_steps: bool) -> tuple[Outcome, EvidenceRecorder]:
        if method == "forward":
            return evidence_of(nodes, lambda: algorithm(graph), method, with_steps, is_strict)
        compute_results(nodes)
        # Not `partial`, which would refuse what is not callable here, outside the limits.
        return evidence_of(nodes, lambda: algorithm(graph, one=one), method, with_steps, is_strict)

    if trial.call != "first":
        run(trial.earlier_upstream, with_steps=False)
    if trial.call == "other values":
        for node in nodes:
            if isinstance(node, Leaf):
                node.value = trial.other_values[node.name]
    return run(trial.upstream.clone() if trial.shapes else trial.upstream, with_steps)
