"""A run of an engine as a story: steps with captions, from the building of the graph to its end.

`tell` runs the given algorithms on a copy of the graph. What `course.watch` saw them do becomes
steps, `course.narrate` finds the words and says where it goes wrong. If all is well, both run
once more on other values, and that is only told if it fails: some mistakes show no sooner.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import torch

from course.cases import Case, cases, changed_values
from course.compare import show
from course.graph import ComputationNode
from course.narrate import Narrator, Step
from course.twin import twin
from course.watch import Watcher

Algorithm = Callable[..., object]


@dataclass
class Story:
    """A recorded run.

    Attributes:
        nodes: the nodes of the graph, in topological order.
        steps: what happened, in order.
        algorithms: the functions that ran.
    """

    nodes: list[ComputationNode]
    steps: list[Step] = field(default_factory=list)
    algorithms: tuple[Algorithm, ...] = ()

    @property
    def first_problem(self) -> int | None:
        """The number of the step at which it goes wrong, if it does."""
        return next((i for i, step in enumerate(self.steps) if step.problem), None)

    @property
    def chapters(self) -> dict[str, int]:
        """Where each phase begins, by its name."""
        starts: dict[str, int] = {}
        for i, step in enumerate(self.steps):
            starts.setdefault(step.phase, i)
        return starts


def tell(
    graph: ComputationNode,
    forward_algorithm: Algorithm,
    backward_algorithm: Algorithm,
    one: object = None,
) -> Story:
    """Runs an engine on a copy of a graph and tells what it did.

    Args:
        graph: the output node.
        forward_algorithm: called as `forward_algorithm(graph)`.
        backward_algorithm: called as `backward_algorithm(graph, one=...)`.
        one: the upstream gradient at the output; 1 by default, or ones of the output's shape.

    Raises:
        NotImplementedError: PyTorch's formula for a class of nodes is not known.
    """
    case = next(cases(graph, 0, 0))
    other_one = case.upstream[0]
    if one is None:
        one = torch.ones_like(other_one) if hasattr(other_one, "shape") else 1.0
    nodes = case.graph.sorted_nodes()
    story = Story(nodes, _building(nodes), (forward_algorithm, backward_algorithm))
    story.steps += _passes(case, story.algorithms, one, "")
    if story.first_problem is None:
        again = _passes(changed_values(case), story.algorithms, other_one, "second ")
        if any(step.problem for step in again):
            again[0] = replace(
                again[0],
                caption="All was right so far. Once more, with other values in the leaves and "
                f"{show(other_one)} at the output. {again[0].caption}",
            )
            story.steps += again
    return story


def _building(nodes: list[ComputationNode]) -> list[Step]:
    """The graph as it is built, node by node; nothing is computed yet."""
    nothing = (None,) * len(nodes)
    steps = []
    for i, node in enumerate(nodes):
        inputs = " and ".join(n.name or n.label for n in dict.fromkeys(node.input_nodes))
        made = f"{node.label} is computed from {inputs}" if inputs else f"{node.label} is given"
        caption = f"Building the graph: {made}. Nothing is computed yet."
        step = Step("build", "build", i, caption, results=nothing, gradients=nothing, built=i + 1)
        steps.append(step)
    return steps


def _passes(case: Case, algorithms: tuple, one, which: str) -> list[Step]:
    """A forward pass and, if its results can be used, a backward pass."""
    nodes = case.graph.sorted_nodes()
    right = twin(case.graph, one)
    steps: list[Step] = []
    for name, algorithm in zip(("forward", "backward"), algorithms, strict=True):
        watcher = Watcher(nodes)
        narrator = Narrator(nodes, name, f"{which}{name} pass", right, one)
        given = {"one": _own(one)} if name == "backward" else {}
        failure = watcher.run(f"{name}_algorithm", case, algorithm, **given)
        steps += narrator.tell(watcher.events)
        steps.append(narrator.ending(failure, watcher))
        if failure or (name == "forward" and steps[-1].problem):
            break
    return steps


def _own(one):
    """The upstream gradient, so that what an engine adds to it in place stays with the engine."""
    return one.clone() if isinstance(one, torch.Tensor) else one
