"""Runs an engine on each graph of the battery, and records what it leaves and, on request, its
steps.

An outcome only says what happened. `check.engines.battery` compares it with PyTorch.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import process_time

from course.graph import ComputationNode, Leaf
from course.recording.battery_trials import trials_to_run
from course.recording.quick_recorder import Outcome, QuickRecorder
from course.recording.records import Answer, Method
from course.recording.trial import Trial
from course.running.silence import silenced

# Seconds of processor time for a battery, which takes most engines 0.02 s. Marks depend on this
# limit, so it leaves room for a garbage collection or an import.
BATTERY_LIMIT = 5.0


@dataclass(eq=False)
class Tried(Answer):
    """What an algorithm did on the battery, or on the first trials if time ran out."""

    # For each trial, what the code leaves when nothing is forgiven; includes its steps on request.
    outcomes: list[Outcome] = field(default_factory=list)
    # With steps: for each trial in which a method ran too early and was forgiven, the outcome of
    # that run. None for all other trials, whose steps are in `outcomes`.
    forgiven: list[Outcome | None] = field(default_factory=list)


def try_battery(
    algorithm: Callable,
    method: Method,
    tensors: bool,
    with_steps: bool = False,
    before: Callable | None = None,
) -> Tried:
    """Runs an engine's algorithm on one trial after another, until time runs out or a trial takes
    too long. Without steps, it runs only on the trials that count.

    Args:
        before: runs on each graph before a backward algorithm, and again after the leaves get other
            values. The leaves' values and the nodes' right results are then restored. It is no
            longer run once it has taken too long or has used up half of the time.
    """
    started, tried = process_time(), Tried()
    engine = _Engine(algorithm, method, before)
    with silenced():
        for trial in trials_to_run(method, tensors, with_steps):
            if process_time() - started > BATTERY_LIMIT:
                break
            outcome, forgiven = engine.run(trial, with_steps), None
            if outcome.ran_early and with_steps:
                outcome, forgiven = engine.run(trial, with_steps=False), outcome
            elif trial.shapes and len(trial.ops) > 2:
                # These steps are long, and the same trial on numbers shows as much.
                outcome.events, outcome.lines = [], []
            tried.outcomes.append(outcome)
            tried.forgiven.append(forgiven)
            if outcome.took_too_long or (forgiven and forgiven.took_too_long):
                break
    return tried


@dataclass
class _Engine:
    """An engine's algorithm, and the one that runs before it."""

    algorithm: Callable
    method: Method
    before: Callable | None
    seconds_before: float = 0.0  # processor time that `before` has taken

    def run(self, trial: Trial, with_steps: bool) -> Outcome:
        """What the algorithm does in the call that counts."""
        graph = trial.build()
        nodes = graph.sorted_nodes()
        self._run_before(graph, nodes, trial.values)
        if trial.call != "first":
            self._run(graph, nodes, trial.earlier_upstream, with_steps)
        if trial.call == "other values":
            _put_values(nodes, trial.other_values)
            self._run_before(graph, nodes, trial.other_values)
        return self._run(graph, nodes, trial.upstream, with_steps)

    def _run_before(
        self, graph: ComputationNode, nodes: list[ComputationNode], values: dict
    ) -> None:
        if before := self.before:
            started, recorder = process_time(), QuickRecorder(nodes, "forward", with_steps=False)
            took_too_long = recorder.run(lambda: before(graph)).took_too_long
            self.seconds_before += process_time() - started
            if took_too_long or self.seconds_before > BATTERY_LIMIT / 2:
                self.before = None  # leaves time for the algorithm
            _put_values(nodes, values)  # `before` may have written into them

    def _run(
        self, graph: ComputationNode, nodes: list[ComputationNode], one: object, with_steps: bool
    ) -> Outcome:
        def call() -> object:
            if self.method == "forward":
                return self.algorithm(graph)
            for node in nodes:  # inside the limits, as `before` may have broken a node
                node.forward()
            return self.algorithm(graph, one=one)

        return QuickRecorder(nodes, self.method, with_steps).run(call)


def _put_values(nodes: list[ComputationNode], values: dict) -> None:
    for node in nodes:
        if isinstance(node, Leaf):
            node.value = values[node.name]
