"""Passes by hand that go wrong in known ways, on any graph of plain numbers.

They test a variant of an exercise before anybody gets it: each mistake has to change a blank, and
no two may lead to the same numbers. They also show which mistake a wrong blank looks like; mistakes
that are in the bank have the same names here.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from course.check.base.twin import share, twin
from course.closeness import is_close
from course.graph import ComputationNode, Leaf
from course.misconceptions import MADE, Seen
from course.sketch import class_name

Table = dict[str, float]  # by the name of a node, or of another blank
WrongTable = tuple[str, Table]  # a mistake, and what it leaves in the blanks that it changes


@dataclass(frozen=True)
class WrongForward:
    """One way to get results by hand wrong."""

    needs: str  # which of `HandGraph.features` a graph needs for it to go wrong there
    # Of a node, its right result and its inputs, what it is taken to compute.
    result: Callable[[ComputationNode, float, Sequence[float]], float]


@dataclass(frozen=True)
class WrongBackward:
    """One way to get gradients by hand wrong; what is not said is right."""

    needs: str = ""  # as in `WrongForward`
    # Of a node, its right local gradient and the leaf's value, the one that is taken.
    local: Callable[[ComputationNode, float, float], float] = lambda node, right, leaf: right
    # Of an upstream and a local gradient, what is handed on.
    share: Callable[[float, float], float] = lambda upstream, local: upstream * local
    # What is made of the shares that arrive at a fork.
    gather: Callable[[Sequence[float]], float] = sum
    # Of the output's upstream gradient and its result, the gradient it is given.
    start: Callable[[float, float], float] = lambda one, result: one


def _computed(operation: str, result: Callable[[float, Sequence[float]], float]) -> WrongForward:
    """One operation is taken for another."""
    return WrongForward(
        operation,
        lambda node, right, u: result(right, u) if class_name(node) == operation else right,
    )


def _differentiated(operation: str, local: Callable[[float, float], float]) -> WrongBackward:
    """One operation is differentiated wrongly."""
    return WrongBackward(
        operation,
        lambda node, right, leaf: local(right, leaf) if class_name(node) == operation else right,
    )


def _at_forks(gather: Callable[[Sequence[float]], float]) -> WrongBackward:
    return WrongBackward("a fork", gather=gather)


LINEAR = {"Add", "Mean", "HalfDifference"}  # whose slopes have mistakes of their own, or are 1
WRONG_FORWARD = {
    "forward-no-negation": _computed("Negate", lambda right, u: -right),
    "forward-exp-does-nothing": _computed("Exp", lambda right, u: u[0]),
    "forward-exp-instead-of-copy": _computed("Copy", lambda right, u: math.exp(right)),
    "forward-sum": _computed("Mean", lambda right, u: sum(u)),
    "difference is not halved": _computed("HalfDifference", lambda right, u: u[0] - u[1]),
    "a square doubles": _computed("Square", lambda right, u: 2 * u[0]),
    "forward-minus-comes-out": WrongForward(
        "exp of a negative", lambda n, right, u: -right if _is_exp_of_negative(n, u) else right
    ),
    "forward-sign-in-exp": WrongForward(
        "exp of a negative", lambda n, right, u: -1 / right if _is_exp_of_negative(n, u) else right
    ),
}
WRONG_BACKWARD = {
    "backward-forgets-negate": _differentiated("Negate", lambda right, leaf: -right),
    "backward-mean-passes-all": _differentiated("Mean", lambda right, leaf: 2 * right),
    "difference passes all": _differentiated("HalfDifference", lambda right, leaf: 2 * right),
    "difference is a mean": _differentiated("HalfDifference", lambda right, leaf: abs(right)),
    "square keeps its 2": _differentiated("Square", lambda right, leaf: right / 2),
    "backward-exp-at-its-output": _differentiated("Exp", lambda right, leaf: math.exp(right)),
    "backward-exp-at-x": _differentiated("Exp", lambda right, leaf: math.exp(leaf)),
    "backward-upstream-only": WrongBackward("a slope", share=lambda upstream, local: upstream),
    "backward-local-only": WrongBackward(share=lambda upstream, local: local),
    "backward-fork-multiplies": _at_forks(math.prod),
    "backward-fork-averages": WrongBackward("unlike shares", gather=fmean),
    "backward-fork-subtracts": _at_forks(lambda shares: shares[0] - sum(shares[1:])),
    "backward-one-branch": _at_forks(lambda shares: shares[0]),
    "backward-other-branch": WrongBackward("unlike shares", gather=lambda shares: shares[-1]),
    "backward-starts-at-the-value": WrongBackward(start=lambda one, result: result),
}


def _is_exp_of_negative(node: ComputationNode, inputs: Sequence[float]) -> bool:
    return class_name(node) == "Exp" and inputs[0] < 0


class HandGraph:
    """A graph to be worked out by hand: what is right, and what each mistake makes of it.

    Args:
        graph: the output node; every node has a name, there is one leaf, and results are numbers.
        one: the upstream gradient at the output.
    """

    def __init__(self, graph: ComputationNode, one: float = 1.0):
        right = twin(graph, one)
        nodes, results = right.nodes, dict(zip(right.nodes, right.results, strict=True))
        self.nodes, self.one = nodes, one
        self.results, self.gradients = right.by_name(float)
        self._leaf = next(self.results[node.name] for node in nodes if isinstance(node, Leaf))
        self._arrows = [
            (source, node, float(share(node, i, 1.0, results)))
            for node in nodes
            for i, source in enumerate(node.input_nodes)
        ]

    @property
    def features(self) -> set[str]:
        """The operations in the graph, and what else mistakes need."""
        shares: dict[str, list[float]] = {}
        for source, user, local in self._arrows:
            shares.setdefault(source.name, []).append(self.gradients[user.name] * local)
        forks = [each for each in shares.values() if len(each) > 1]
        also = {
            "a fork": bool(forks),
            "unlike shares": any(not is_close(each[0], each[-1]) for each in forks),
            "a slope": not {class_name(node) for node in self.nodes if node.input_nodes} <= LINEAR,
            "exp of a negative": any(
                _is_exp_of_negative(node, [self.results[n.name] for n in node.input_nodes])
                for node in self.nodes
            ),
        }
        return {"", *map(class_name, self.nodes), *(each for each, is_so in also.items() if is_so)}

    def results_with(self, mistake: WrongForward) -> Table:
        """Each node's result, where it is computed with this mistake from right inputs."""
        found = {}
        for node in self.nodes:
            inputs = [self.results[source.name] for source in node.input_nodes]
            right = self.results[node.name]
            found[node.name] = mistake.result(node, right, inputs) if inputs else right
        return found

    def gradients_with(self, mistake: WrongBackward) -> Table:
        """Each node's gradient, where it is found with this mistake from right ones before it."""
        output = self.nodes[-1].name
        found = {output: mistake.start(self.one, self.results[output])}
        for node in self.nodes[-2::-1]:
            shares = [
                mistake.share(self.gradients[user.name], mistake.local(user, local, self._leaf))
                for source, user, local in self._arrows
                if source is node
            ]
            found[node.name] = mistake.gather(shares) if len(shares) > 1 else shares[0]
        return found

    def wrong_results(self) -> Iterator[WrongTable]:
        """Each mistake of the forward pass that can be made here, and what it leaves."""
        features = self.features
        for name, mistake in WRONG_FORWARD.items():
            if mistake.needs in features:
                yield name, self.results_with(mistake)

    def wrong_gradients(self) -> Iterator[WrongTable]:
        """Each mistake of the backward pass that can be made here, and what it leaves."""
        features = self.features
        for name, mistake in WRONG_BACKWARD.items():
            if mistake.needs in features:
                yield name, self.gradients_with(mistake)

    def tells_all_apart(self) -> bool:
        """Whether each mistake changes a number, and no two leave the same numbers."""
        return differ([self.results, *(wrong for _, wrong in self.wrong_results())]) and differ(
            [self.gradients, *(wrong for _, wrong in self.wrong_gradients())]
        )


def differ(tables: list[Table]) -> bool:
    """Whether no two tables have the same numbers."""
    return all(
        any(not is_close(one[name], other[name]) for name in one)
        for i, one in enumerate(tables)
        for other in tables[:i]
    )


def made_on_purpose(tables: Iterable[WrongTable]) -> Callable[[Table], Seen]:
    """What is seen of wrong numbers: which mistakes, made on purpose, leave them there."""
    made = list(tables)

    def seen(wrong: Table) -> Seen:
        fitting = {
            name
            for name, numbers in made
            if all(is_close(value, numbers.get(blank, math.nan)) for blank, value in wrong.items())
        }
        return (MADE, *sorted(fitting))

    return seen
