"""Asks a question that no notebook asks: does an engine use what `backward` of each node returns?

For this question, each `backward` returns its downstream gradients times a random factor. An engine
that uses them ends up with other gradients than before. If its gradients are still the right ones,
they come from elsewhere.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from course.graph import ComputationNode
from course.questions import Function, PrepareBackward
from course.recording.calls import wrapped
from course.recording.guards import with_graph_restored
from course.recording.records import Answer
from course.running.attempt import attempt
from course.subject import Question
from course.values.tensors import copy_value


@dataclass(eq=False)
class BentAnswer(Answer):
    """The gradients that an engine computed from the bent ones, and the results of the forward pass
    before."""

    results: list[object] = field(default_factory=list)  # each node's, after the forward algorithm
    gradients: list[object] = field(default_factory=list)  # each node's, in topological order


@dataclass(frozen=True, eq=False)
class RunWithBentGradients(Question[BentAnswer]):
    """Which gradients does this engine compute if `backward` returns multiples of what it
    should?"""

    answer_type = BentAnswer
    graph: ComputationNode  # nothing has run on it yet
    forward_algorithm: Function
    backward_algorithm: Function
    one: object
    factors: list[float]  # one for each node, random; multiplies its downstream gradients

    def _here(self) -> BentAnswer:
        nodes = self.graph.sorted_nodes()
        # On the forward pass, the engine may note what its backward pass needs, such as the order
        # of the nodes. An error shows in the results, and does not keep the backward pass from
        # running.
        attempt(with_graph_restored, nodes, self.forward_algorithm, self.graph)
        results = [copy_value(node.result) for node in nodes]
        if error := PrepareBackward(self.graph, with_right_results=True)._here().error:
            return BentAnswer(error, results=results)
        factors = dict(zip(nodes, self.factors, strict=True))

        def bent(node: ComputationNode, run: Callable, *args, **kwargs) -> object:
            return _times(run(*args, **kwargs), factors[node])

        with wrapped(nodes, backward=bent):
            _, error = attempt(
                with_graph_restored,
                nodes,
                self.backward_algorithm,
                self.graph,
                one=copy_value(self.one),
            )
        gradients = [copy_value(node.gradient) for node in nodes]
        return BentAnswer(error, results=results, gradients=gradients)


def _times(value: Any, factor: float) -> object:
    """What a `backward` returned, which may be of any type, multiplied by a factor."""
    if isinstance(value, dict):
        return {key: _times(gradient, factor) for key, gradient in value.items()}
    if isinstance(value, list | tuple | set | Iterator):
        multiplied = [_times(gradient, factor) for gradient in value]
        return tuple(multiplied) if isinstance(value, tuple) else multiplied
    try:
        return value * factor
    except TypeError:  # it may be None, for an input without a gradient
        return value
