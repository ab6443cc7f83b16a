"""Tries an engine on each graph of the battery, and notes what it leaves and, if wanted, its steps.

An outcome only says what happened. `check.engines.battery` compares it with what is right.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from linecache import getline
from time import process_time
from types import CodeType

from course.graph import Leaf
from course.recording.quick_recorder import Outcome, QuickRun, record_quickly
from course.recording.records import Answer, Method
from course.recording.trials import Trial, trials_to_run
from course.running.silence import silenced

# Seconds of processor time for a battery, which takes most engines 0.02 s. Marks depend on it, so
# a search for garbage or an import meanwhile must not use it up.
BATTERY_LIMIT = 5.0
_MAX_LINE = 200  # characters of a line of code as text


@dataclass(eq=False)
class Tried(Answer):
    """What an algorithm did on the battery, or on its first trials if time ran out."""

    outcomes: list[Outcome] = field(default_factory=list)
    # For each trial in which a method ran too early, the outcome of a strict run, in which that
    # raises the method's own error; None for the others.
    strict: list[Outcome | None] = field(default_factory=list)


def try_battery(
    algorithm: Callable,
    method: Method,
    tensors: bool,
    with_steps: bool = False,
    before: Callable | None = None,
) -> Tried:
    """Tries an engine's algorithm on one trial after the other, until time runs out. Without steps,
    it is only tried on the trials that count.

    Args:
        before: runs on each graph before a backward algorithm, once and then again if the leaves
            get other values. Whatever it does, the nodes' right results are filled in after it.
    """
    started, tried = process_time(), Tried()
    with silenced():
        for trial in trials_to_run(method, tensors, with_steps):
            if process_time() - started > BATTERY_LIMIT:
                break
            attempt = partial(_quick_run, trial, algorithm, method, before)
            outcome, steps, code_lines, ran_early = attempt(with_steps)
            strict = attempt(is_strict=True).outcome if ran_early else None
            if ran_early or not trial.shapes or len(trial.ops) <= 2:
                # Others are long, and those on graphs of numbers show the same.
                outcome.events, outcome.lines = steps, [_as_text(*line) for line in code_lines]
            tried.outcomes.append(outcome)
            tried.strict.append(strict)
            if outcome.took_too_long or (strict and strict.took_too_long):
                break
    return tried


def _as_text(code: CodeType, number: int) -> str:
    """A line of code for a message."""
    text = getline(code.co_filename, number).strip()
    return f"line {number}, in {code.co_name}:  {text}"[:_MAX_LINE]


def _quick_run(
    trial: Trial,
    algorithm: Callable,
    method: Method,
    before: Callable | None,
    with_steps: bool = False,
    is_strict: bool = False,
) -> QuickRun:
    graph = trial.build()
    nodes = graph.sorted_nodes()

    def run_before() -> None:
        if before:
            record_quickly(nodes, lambda: before(graph), "forward", with_steps=False)

    def run(one: object, with_steps: bool = False) -> QuickRun:
        if method == "forward":
            return record_quickly(nodes, lambda: algorithm(graph), method, with_steps, is_strict)
        for node in nodes:
            node.forward()
        # Not `partial`, which would refuse what is not callable here, outside the limits.
        return record_quickly(
            nodes, lambda: algorithm(graph, one=one), method, with_steps, is_strict
        )

    run_before()
    if trial.call != "first":
        run(trial.earlier_upstream)
    if trial.call == "other values":
        for node in nodes:
            if isinstance(node, Leaf):
                node.value = trial.other_values[node.name]
        run_before()
    return run(trial.upstream.clone() if trial.shapes else trial.upstream, with_steps)
