"""Records a run of an engine as steps with captions, from building the graph to the end.

`record_run` runs the given algorithms on a copy of the graph. `narrate` turns what they did into
steps, and says where it goes wrong. If all is well, both algorithms run once more on other values,
because some mistakes only show then. This second run is shown only if it goes wrong, or on request.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import torch

from course.check.base.failures import failure_by_error
from course.graph import ComputationNode, Leaf
from course.messages.failure import CheckFailed
from course.picture.labels import caption_name
from course.player.narrate import tell_pass
from course.player.narration import Narration
from course.player.simulated_engine import simulated_backward, simulated_forward
from course.player.step import Step
from course.questions import Played, PlayEngine
from course.recording.player_recorder import PATIENCE, Line, Waited
from course.recording.records import Method
from course.reference.cases import GraphCase, given_case, with_changed_values
from course.reference.twin import Twin, twin
from course.running.settings import usual_settings
from course.sentences.words import listed
from course.subject import ask
from course.values.as_text import in_text
from course.values.tensors import as_tensor


@dataclass
class RecordedRun:
    """A recorded run, with its graph and code."""

    nodes: list[ComputationNode]  # the nodes of the graph, in topological order
    steps: list[Step] = field(default_factory=list)  # what happened, in order
    # The lines of each function that ran.
    code: list[list[str]] = field(default_factory=list)

    @property
    def first_problem(self) -> int | None:
        """The number of the first step that has a problem; None if there is none."""
        return next((i for i, step in enumerate(self.steps) if step.problem), None)

    @property
    def phase_starts(self) -> dict[str, int]:
        """The number of the step at which each phase begins, by the name of the phase."""
        starts: dict[str, int] = {}
        for i, step in enumerate(self.steps):
            starts.setdefault(step.phase, i)
        return starts

    def place(self, code: list[list[str]], line: Line | None) -> Line | None:
        """Converts a line in the code of a pass to a line in the code of the run. Adds its listing
        to the run's code if it is not there yet."""
        if line is None:
            return None
        listing, row = code[line[0]], line[1]
        if listing not in self.code:
            self.code.append(listing)
        return self.code.index(listing), row


# Runs the forward or the backward algorithm on a case, the latter with an upstream gradient.
# Returns None if there is no such algorithm.
Perform = Callable[[Method, GraphCase, Twin, object], Played | None]


def record_run(
    graph: ComputationNode,
    forward_algorithm: Callable,
    backward_algorithm: Callable | None = None,
    one: object = None,
) -> RecordedRun:
    """Runs an engine on a copy of a graph and records what it did.

    Args:
        forward_algorithm: called as `forward_algorithm(graph)`.
        backward_algorithm: called as `backward_algorithm(graph, one=...)`; without it, only the
            forward pass is run.
        one: the upstream gradient at the output; 1 by default, or ones of the output's shape.

    Raises:
        NoFormula: PyTorch's formula for a class of nodes is not known.
        ValueError: the output cannot have this upstream gradient.
    """

    def perform(method: Method, case: GraphCase, right: Twin, one: object) -> Played | None:
        if method == "forward":
            return ask(PlayEngine(case.graph, forward_algorithm))
        return ask(PlayEngine(case.graph, backward_algorithm, one)) if backward_algorithm else None

    return _recorded(graph, perform, one)


def simulated_run(
    graph: ComputationNode, mistake: str = "", one: object = None, *, twice: bool = False
) -> RecordedRun:
    """Records what a right engine, or one with a mistake, would do on a graph.

    Args:
        mistake: one of `simulated_engine.MISTAKES`; empty for a right engine.
        one: the upstream gradient at the output, as for `record_run`.
        twice: whether to show the second run even if it is right, so its presence reveals nothing.
    """

    def perform(method: Method, case: GraphCase, right: Twin, one: object) -> Played:
        nodes = case.graph.sorted_nodes()
        if method == "forward":
            return Played(events=list(simulated_forward(nodes, right)))
        return Played(events=list(simulated_backward(nodes, one, mistake)))

    return _recorded(graph, perform, one, twice)


@usual_settings()
def _recorded(
    graph: ComputationNode, perform: Perform, one: object, twice: bool = False
) -> RecordedRun:
    case = given_case(graph)
    other_one = case.upstream[0]
    shape = getattr(other_one, "shape", None)  # None in a graph of numbers
    if one is None:
        one = 1.0 if shape is None else torch.ones(shape)
    if isinstance(one, Leaf):
        one = one.value
    tensor = _checked_one(one, tuple(shape or ()))
    if shape is not None:  # a graph of tensors needs a tensor, even for a single number
        one = tensor
    nodes = case.graph.sorted_nodes()
    run = RecordedRun(nodes, _building(nodes))
    run.steps += _passes(run, case, perform, one, "")
    if twice or run.first_problem is None:
        second_run = _passes(run, _with_other_values(case), perform, other_one, "second ")
        if twice or any(step.problem for step in second_run):
            caption = (
                "Once more, with other values in the leaves and "
                f"{in_text(other_one)} at the output. {second_run[0].caption}"
            )
            run.steps += [replace(second_run[0], caption=caption), *second_run[1:]]
    return run


def _checked_one(one: object, shape: tuple[int, ...]) -> torch.Tensor:
    """The upstream gradient `one` as a tensor.

    Raises:
        ValueError: it is not finite, or does not have the output's shape.
    """
    tensor = as_tensor(one)
    if tensor is None or tensor.shape != shape:
        kind = f"a tensor of shape {shape}" if shape else "a number"
        raise ValueError(f"`one` is {in_text(one)}, but for this output it has to be {kind}.")
    if not tensor.isfinite().all():
        raise ValueError(f"`one` is {in_text(one)}, but for this output it has to be finite.")
    return tensor


def _with_other_values(case: GraphCase) -> GraphCase:
    """The case with other values in its named leaves. Unnamed leaves keep their values, because
    pictures label them by value."""
    leaves = [node for node in case.graph.sorted_nodes() if isinstance(node, Leaf)]
    constants = [(leaf, leaf.value) for leaf in leaves if not leaf.name]
    other_case = with_changed_values(case)
    for leaf, value in constants:
        leaf.value = value
    return other_case


def _building(nodes: list[ComputationNode]) -> list[Step]:
    """The steps in which the graph is built, node by node. Nothing is computed yet."""
    nothing = (None,) * len(nodes)
    steps = []
    for i, node in enumerate(nodes):
        if isinstance(node, Leaf):
            sentence = f"{node.name or 'a leaf'} is given: {in_text(node.value)}"
        else:
            inputs = listed(caption_name(source) for source in dict.fromkeys(node.input_nodes))
            sentence = f"{caption_name(node)} is computed from {inputs}"
        caption = f"Building the graph: {sentence}. Nothing is computed yet."
        steps.append(Step("build", "build", caption, node=i, results=nothing, gradients=nothing))
    return steps


def _passes(
    run: RecordedRun, case: GraphCase, perform: Perform, one: object, which: str
) -> list[Step]:
    """The steps of a forward pass and, if it goes well and there is one, of a backward pass.
    `which` begins their names."""
    right = twin(case.graph, one)
    steps: list[Step] = []
    for method in ("forward", "backward"):
        narration = Narration(method, f"{which}{method} pass", right, one)
        played = perform(method, case, right, one)
        if not played:
            break
        stopped = _failure(f"{method}_algorithm", case, played)
        new_steps = tell_pass(narration, played, stopped)
        steps += [replace(step, line=run.place(played.code, step.line)) for step in new_steps]
        if stopped or (method == "forward" and steps[-1].problem):
            break
    return steps


def _failure(name: str, case: GraphCase, played: Played) -> CheckFailed | None:
    """The message on what stopped an engine, in the words of a check; None if nothing did."""
    if played.error and played.error.is_a(Waited.__name__):
        return CheckFailed(f"{name} was stopped after {PATIENCE} s. Does it sleep or wait?")
    return failure_by_error(name, case, played) if played.error else None
